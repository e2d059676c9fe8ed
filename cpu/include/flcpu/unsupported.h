// What the CPU target does not have: names whose use is an error that says so. (Where the compiler has no way to say it, they are not declared.)
#ifndef FLCPU_UNSUPPORTED_H
#define FLCPU_UNSUPPORTED_H
#include "types.h"

#if defined(__has_attribute)
#if __has_attribute(unavailable)
#define FLCPU_LACKS(what) __attribute__((unavailable(what " not supported on the CPU target")))
#endif
#endif

#ifdef FLCPU_LACKS
typedef unsigned long long cudaTextureObject_t FLCPU_LACKS("texture objects are");
typedef unsigned long long cudaSurfaceObject_t FLCPU_LACKS("surface objects are");
typedef struct cudaArray *cudaArray_t FLCPU_LACKS("CUDA arrays are");
typedef struct cudaMipmappedArray *cudaMipmappedArray_t FLCPU_LACKS("CUDA arrays are");

// In parse mode the types are enough: then the toolkit's headers are read.
#ifndef FLCPU_PARSE
#define FLCPU_LACKING(what, name) cudaError_t name(...) FLCPU_LACKS(what " are");
#define FLCPU_LACKING_ACCESS(what, name)                                                           \
  template <class T = int, class... A> T name(A &&...) FLCPU_LACKS(what " are");
FLCPU_LACKING("texture objects", cudaCreateTextureObject)
FLCPU_LACKING("texture objects", cudaDestroyTextureObject)
#define FLCPU_TEXTURES(name) FLCPU_LACKING_ACCESS("texture objects", name)
FLCPU_TEXTURES(tex1D)
FLCPU_TEXTURES(tex1Dfetch)
FLCPU_TEXTURES(tex1DLod)
FLCPU_TEXTURES(tex1DGrad)
FLCPU_TEXTURES(tex1DLayered)
FLCPU_TEXTURES(tex2D)
FLCPU_TEXTURES(tex2DLod)
FLCPU_TEXTURES(tex2DGrad)
FLCPU_TEXTURES(tex2DLayered)
FLCPU_TEXTURES(tex2Dgather)
FLCPU_TEXTURES(tex3D)
FLCPU_TEXTURES(tex3DLod)
FLCPU_TEXTURES(tex3DGrad)
FLCPU_TEXTURES(texCubemap)
#undef FLCPU_TEXTURES
FLCPU_LACKING("surface objects", cudaCreateSurfaceObject)
FLCPU_LACKING("surface objects", cudaDestroySurfaceObject)
#define FLCPU_SURFACES(name) FLCPU_LACKING_ACCESS("surface objects", name)
FLCPU_SURFACES(surf1Dread)
FLCPU_SURFACES(surf1Dwrite)
FLCPU_SURFACES(surf2Dread)
FLCPU_SURFACES(surf2Dwrite)
FLCPU_SURFACES(surf3Dread)
FLCPU_SURFACES(surf3Dwrite)
FLCPU_SURFACES(surf2DLayeredread)
FLCPU_SURFACES(surf2DLayeredwrite)
#undef FLCPU_SURFACES
#define FLCPU_ARRAYS(name) FLCPU_LACKING("CUDA arrays", name)
FLCPU_ARRAYS(cudaMallocArray)
FLCPU_ARRAYS(cudaMalloc3DArray)
FLCPU_ARRAYS(cudaMallocMipmappedArray)
FLCPU_ARRAYS(cudaFreeArray)
FLCPU_ARRAYS(cudaFreeMipmappedArray)
FLCPU_ARRAYS(cudaMemcpyToArray)
FLCPU_ARRAYS(cudaMemcpyFromArray)
FLCPU_ARRAYS(cudaMemcpy2DToArray)
FLCPU_ARRAYS(cudaMemcpy2DFromArray)
FLCPU_ARRAYS(cudaMemcpy2DToArrayAsync)
FLCPU_ARRAYS(cudaMemcpy2DFromArrayAsync)
#undef FLCPU_ARRAYS
FLCPU_LACKING_ACCESS("CUDA arrays", cudaCreateChannelDesc)
#define FLCPU_PROCESSES(name) FLCPU_LACKING("memory and events of other processes", name)
FLCPU_PROCESSES(cudaIpcGetMemHandle)
FLCPU_PROCESSES(cudaIpcOpenMemHandle)
FLCPU_PROCESSES(cudaIpcCloseMemHandle)
FLCPU_PROCESSES(cudaIpcGetEventHandle)
FLCPU_PROCESSES(cudaIpcOpenEventHandle)
FLCPU_PROCESSES(cudaImportExternalMemory)
FLCPU_PROCESSES(cudaImportExternalSemaphore)
#undef FLCPU_PROCESSES
typedef struct flcpu_ipc_handle *cudaIpcMemHandle_t
    FLCPU_LACKS("memory and events of other processes are");
typedef struct flcpu_ipc_handle *cudaIpcEventHandle_t
    FLCPU_LACKS("memory and events of other processes are");
#define FLCPU_LIBRARIES(name) FLCPU_LACKING("libraries that are loaded at run time", name)
FLCPU_LIBRARIES(cudaLibraryLoadData)
FLCPU_LIBRARIES(cudaLibraryLoadFromFile)
FLCPU_LIBRARIES(cudaLibraryGetKernel)
FLCPU_LIBRARIES(cudaLibraryUnload)
#undef FLCPU_LIBRARIES
#define FLCPU_NODES(name) FLCPU_LACKING("parameters of a graph's nodes", name)
FLCPU_NODES(cudaGraphKernelNodeGetParams)
FLCPU_NODES(cudaGraphKernelNodeSetParams)
FLCPU_NODES(cudaGraphKernelNodeGetAttribute)
FLCPU_NODES(cudaGraphKernelNodeSetAttribute)
FLCPU_NODES(cudaGraphKernelNodeCopyAttributes)
FLCPU_NODES(cudaGraphMemcpyNodeGetParams)
FLCPU_NODES(cudaGraphMemcpyNodeSetParams)
FLCPU_NODES(cudaGraphMemsetNodeGetParams)
FLCPU_NODES(cudaGraphMemsetNodeSetParams)
FLCPU_NODES(cudaGraphHostNodeGetParams)
FLCPU_NODES(cudaGraphHostNodeSetParams)
FLCPU_NODES(cudaGraphNodeSetParams)
FLCPU_NODES(cudaGraphExecNodeSetParams)
FLCPU_NODES(cudaGraphExecMemcpyNodeSetParams)
FLCPU_NODES(cudaGraphExecMemsetNodeSetParams)
FLCPU_NODES(cudaGraphExecHostNodeSetParams)
FLCPU_NODES(cudaGraphExecChildGraphNodeSetParams)
#undef FLCPU_NODES
#define FLCPU_GRAPHS(name) FLCPU_LACKING("graph nodes of this kind", name)
FLCPU_GRAPHS(cudaGraphAddNode)
FLCPU_GRAPHS(cudaGraphAddMemcpyNode)
FLCPU_GRAPHS(cudaGraphAddMemcpyNodeToSymbol)
FLCPU_GRAPHS(cudaGraphAddMemcpyNodeFromSymbol)
FLCPU_GRAPHS(cudaGraphAddMemAllocNode)
FLCPU_GRAPHS(cudaGraphAddMemFreeNode)
FLCPU_GRAPHS(cudaGraphAddEventRecordNode)
FLCPU_GRAPHS(cudaGraphAddEventWaitNode)
FLCPU_GRAPHS(cudaGraphConditionalHandleCreate)
#undef FLCPU_GRAPHS
FLCPU_LACKING("launches of kernels by their address in device code", cudaLaunchDevice)
void *cudaGetParameterBuffer(...)
    FLCPU_LACKS("launches of kernels by their address in device code are");
#define FLCPU_CLUSTERS(name) FLCPU_LACKING("clusters", name)
FLCPU_CLUSTERS(cudaOccupancyMaxActiveClusters)
FLCPU_CLUSTERS(cudaOccupancyMaxPotentialClusterSize)
#undef FLCPU_CLUSTERS
#endif
#endif
#endif
