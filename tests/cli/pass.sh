# shellcheck shell=bash disable=SC2154,SC2034 # names of tests/cli/run
# What nvcc gets when there is nothing to transform: the user's own words, in their order.
same() { # words: nvcc must get exactly these
  fl "$@"
  check "pass: $*" ok
  check "pass: $*: unchanged" argv_is "$@"
}

same none.cu
same host.cu -o host
same plain.cpp none.cu lib.o -o prog
same -c none.cu
same -O3 -arch=sm_90 -lineinfo none.cu
same -O 3 -arch sm_90 -G -g none.cu
same -gencode arch=compute_80,code=sm_80 -gencode=arch=compute_90,code=[sm_90,compute_90] none.cu
same --gpu-architecture=compute_90 --gpu-code sm_90,compute_90 none.cu
same --generate-code arch=compute_90,code=sm_90 none.cu
same -DX -D Y -D=Z=1 --define-macro A=1,B=2 --define-macro=C -UX -U Y --undefine-macro Z none.cu
same '-DS="a b"' '-DF(x\,y)=x+y' none.cu
same -Iinc -I inc2 -I=inc3 --include-path a,b --include-path=c -isystem s -isystem=t --system-include u none.cu
same -include none.cu --pre-include=none.cu none.cu
same -Llib -L lib2 --library-path=lib3 -lm -l m --library m,dl none.cu
same -std=c++17 none.cu
same --std c++14 none.cu
same -Xcompiler -Wall,-O3 -Xcompiler=-fPIC --compiler-options '-g -O1' --compiler-options=-Wextra none.cu
same -Xptxas -v -Xptxas=-O3 --ptxas-options=-v -Xlinker -z,now -Xnvlink -v -Xarchive x none.cu
same -rdc true --relocatable-device-code=true none.cu
same -rdc=true -ptx none.cu
same -rdc=true -c plain.cpp
same -rdc=true -c none.cu plain.cpp
same -dw none.cu
same -dc -ccbin clang++ none.cu
same -maxrregcount=32 -maxrregcount 32 --maxrregcount=32 none.cu
same -use_fast_math --ftz=true -prec-div=false --fmad false none.cu
same --default-stream per-thread -default-stream=legacy none.cu
same -cudart shared -cudart=static --cudadevrt none none.cu
same -ccbin g++ none.cu
same -x cu plain.cpp
same -w -Werror all-warnings --Wno-deprecated-gpu-targets none.cu
same --expt-relaxed-constexpr -extended-lambda --threads 0 -t4 -t 2 none.cu
same -shared none.cu -o x.so
same -lib none.cu -o x.a
same --cubin none.cu
same -E none.cu
same -E cdp.cu
same -M cdp.cu
same -MM -MF d cdp.cu
same -c none.cu -MD -MF none.d -MT none.o -MP
same -ptx none.cu
same -dlink lib.o -o d.o
same -odir . -c none.cu
same --keep --keep-dir . -v none.cu
same --version
same --help
same -V
same --list-gpu-arch
same -no-such-option none.cu
same --no-such-option=3 none.cu
