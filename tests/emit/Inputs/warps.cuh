#pragma once
__global__ void in_one_row(int *p);
__global__ void in_tiles(int *p);
