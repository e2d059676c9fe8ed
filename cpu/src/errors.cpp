// Names and texts of the runtime API's errors.
#include "flcpu/api.h"
#include "freelaunch/errors.h"

const char *cudaGetErrorString(cudaError_t error) {
  switch (int(error)) {
#define TEXT(code, name, text)                                                                     \
  case code:                                                                                       \
    return text;
    FL_ERRORS(TEXT)
#undef TEXT
  }
  return "unrecognized error code";
}

const char *cudaGetErrorName(cudaError_t error) {
  switch (int(error)) {
#define NAME(code, name, text)                                                                     \
  case code:                                                                                       \
    return #name;
    FL_ERRORS(NAME)
#undef NAME
  }
  return "unrecognized error code";
}
