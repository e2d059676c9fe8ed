// flcc: a drop-in for nvcc that transforms device-side kernel launches first.
#include "driver/command.h"
#include "driver/process.h"

int main(int argc, char **argv) {
  fl_process_start();
  return fl_run_command(argc, argv);
}
