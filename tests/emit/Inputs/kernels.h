enum class Type : int { one = 1, three = 3 };
namespace work {
__global__ void add(int *sum, Type t);
}
extern "C" __global__ void twice(int *sum);
__global__ void overloaded(int *sum);
__global__ void overloaded(float *sum);
__global__ void launching(int *sum);
__global__ void allocating(int **to);
__global__ void calling(int *sum);
__global__ void torn(int *sum);
__global__ void weak(int *sum);
__global__ void looking(int *sum);
