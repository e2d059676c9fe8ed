# shellcheck shell=bash disable=SC2154 # names of tests/cli/run
# A header that is nowhere: the source is not read once more with the toolkit's headers, unless those might have told not to include it.
mkdir -p toolkit/include
echo '#error the toolkit is read' >toolkit/include/cuda_runtime.h
echo '#define KIT 1' >toolkit/include/kit.h
absent() { # where: the text in front of the kernels
  printf '%b' "$1" >absent.cu
  cat cdp.cu >>absent.cu
  CUDA_PATH=$PWD/toolkit fl --fl-emit absent.cu -o out.cu
  check "absent: $2: status" status_is 1
}
absent '#include <kit.h>\n#include "gone.h"\n' 'beside one of the toolkit'
check 'absent: says which' says "absent.cu:2:10: error: 'gone.h' file not found"
check 'absent: the toolkit is not read' not says 'the toolkit'
printf '#ifndef USES_H\n#define USES_H\n#include <sub/gone.h>\n#endif\n' >uses.h
absent '#include "uses.h"\n' 'in a header with a guard'
check 'absent: says where' says "uses.h:3:10: error: 'sub/gone.h' file not found"
check 'absent: the toolkit is not read for a header' not says 'the toolkit'
absent '#include <kit.h>\n#ifndef KIT\n#include "gone.h"\n#endif\n' 'under a condition'
check 'absent: the toolkit is read for a condition' says 'the toolkit is read'
absent '#include <kit.h>\n#ifndef KIT\n#include "uses.h"\n#endif\n' 'in a header under a condition'
check 'absent: the toolkit is read for a header under a condition' says 'the toolkit is read'
absent '#ifndef KIT\n#define KAT\n#include "uses.h"\n#endif\n#include <kit.h>\n' 'not a guard'
check 'absent: the toolkit is read for what is no guard' says 'the toolkit is read'
absent '#ifndef A\n#define A\n#else\n#include "uses.h"\n#endif\n#include <kit.h>\n' 'behind #else'
check 'absent: the toolkit is read behind #else' says 'the toolkit is read'
absent '#include <kit.h>\n' 'one of the toolkit alone'
check 'absent: the toolkit is read for its own' says 'the toolkit is read'
printf '#include "gone.h"\nint main() { return 0; }\n' >absent.cu
CUDA_PATH=$PWD/toolkit fl -c absent.cu
check 'absent: a file without launches on the device' quiet
check 'absent: ... goes to nvcc' argv_has absent.cu
