// What is compiled is a file of flcc's; __BASE_FILE__ is to be the program's own (FL_BASE_FILE) all the same.
#pragma GCC system_header
#undef __BASE_FILE__
#define __BASE_FILE__ FL_BASE_FILE
