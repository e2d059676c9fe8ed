// Errors of the runtime API: their numbers, names and texts. Older toolkits' headers do not have all of these names.
#ifndef FREELAUNCH_ERRORS_H
#define FREELAUNCH_ERRORS_H
#define FL_ERRORS(error) \
  error(0, cudaSuccess, "no error") \
  error(1, cudaErrorInvalidValue, "invalid argument") \
  error(2, cudaErrorMemoryAllocation, "out of memory") \
  error(3, cudaErrorInitializationError, "initialization error") \
  error(4, cudaErrorCudartUnloading, "driver shutting down") \
  error(5, cudaErrorProfilerDisabled, "profiler disabled while using external profiling tool") \
  error(6, cudaErrorProfilerNotInitialized, "profiler not initialized: call cudaProfilerInitialize()") \
  error(7, cudaErrorProfilerAlreadyStarted, "profiler already started") \
  error(8, cudaErrorProfilerAlreadyStopped, "profiler already stopped") \
  error(9, cudaErrorInvalidConfiguration, "invalid configuration argument") \
  error(12, cudaErrorInvalidPitchValue, "invalid pitch argument") \
  error(13, cudaErrorInvalidSymbol, "invalid device symbol") \
  error(16, cudaErrorInvalidHostPointer, "invalid host pointer") \
  error(17, cudaErrorInvalidDevicePointer, "invalid device pointer") \
  error(18, cudaErrorInvalidTexture, "invalid texture reference") \
  error(19, cudaErrorInvalidTextureBinding, "texture is not bound to a pointer") \
  error(20, cudaErrorInvalidChannelDescriptor, "invalid channel descriptor") \
  error(21, cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy") \
  error(22, cudaErrorAddressOfConstant, "invalid address of constant") \
  error(23, cudaErrorTextureFetchFailed, "fetch from texture failed") \
  error(24, cudaErrorTextureNotBound, "cannot fetch from a texture that is not bound") \
  error(25, cudaErrorSynchronizationError, "incorrect use of __syncthreads()") \
  error(26, cudaErrorInvalidFilterSetting, "linear filtering not supported for non-float type") \
  error(27, cudaErrorInvalidNormSetting, "read as normalized float not supported for data type") \
  error(28, cudaErrorMixedDeviceExecution, "device emulation mode and device execution mode cannot be mixed") \
  error(31, cudaErrorNotYetImplemented, "feature not yet implemented") \
  error(32, cudaErrorMemoryValueTooLarge, "memory size or pointer value too large to fit in 32 bit") \
  error(34, cudaErrorStubLibrary, "CUDA driver is a stub library") \
  error(35, cudaErrorInsufficientDriver, "CUDA driver version is insufficient for CUDA runtime version") \
  error(36, cudaErrorCallRequiresNewerDriver, "API call is not supported in the installed CUDA driver") \
  error(37, cudaErrorInvalidSurface, "invalid surface reference") \
  error(43, cudaErrorDuplicateVariableName, "duplicate global variable looked up by string name") \
  error(44, cudaErrorDuplicateTextureName, "duplicate texture looked up by string name") \
  error(45, cudaErrorDuplicateSurfaceName, "duplicate surface looked up by string name") \
  error(46, cudaErrorDevicesUnavailable, "CUDA-capable device(s) is/are busy or unavailable") \
  error(49, cudaErrorIncompatibleDriverContext, "incompatible driver context") \
  error(52, cudaErrorMissingConfiguration, "__global__ function call is not configured") \
  error(53, cudaErrorPriorLaunchFailure, "unspecified launch failure in prior launch") \
  error(65, cudaErrorLaunchMaxDepthExceeded, "launch would exceed maximum depth of nested launches") \
  error(66, cudaErrorLaunchFileScopedTex, "launch failed because kernel uses unsupported, file-scoped textures (texture objects are supported)") \
  error(67, cudaErrorLaunchFileScopedSurf, "launch failed because kernel uses unsupported, file-scoped surfaces (surface objects are supported)") \
  error(68, cudaErrorSyncDepthExceeded, "cudaDeviceSynchronize failed because caller's grid depth exceeds cudaLimitDevRuntimeSyncDepth") \
  error(69, cudaErrorLaunchPendingCountExceeded, "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount") \
  error(98, cudaErrorInvalidDeviceFunction, "invalid device function") \
  error(100, cudaErrorNoDevice, "no CUDA-capable device is detected") \
  error(101, cudaErrorInvalidDevice, "invalid device ordinal") \
  error(102, cudaErrorDeviceNotLicensed, "device doesn't have valid Grid license") \
  error(103, cudaErrorSoftwareValidityNotEstablished, "integrity checks failed") \
  error(127, cudaErrorStartupFailure, "startup failure in cuda runtime") \
  error(200, cudaErrorInvalidKernelImage, "device kernel image is invalid") \
  error(201, cudaErrorDeviceUninitialized, "invalid device context") \
  error(205, cudaErrorMapBufferObjectFailed, "mapping of buffer object failed") \
  error(206, cudaErrorUnmapBufferObjectFailed, "unmapping of buffer object failed") \
  error(207, cudaErrorArrayIsMapped, "array is mapped") \
  error(208, cudaErrorAlreadyMapped, "resource already mapped") \
  error(209, cudaErrorNoKernelImageForDevice, "no kernel image is available for execution on the device") \
  error(210, cudaErrorAlreadyAcquired, "resource already acquired") \
  error(211, cudaErrorNotMapped, "resource not mapped") \
  error(212, cudaErrorNotMappedAsArray, "resource not mapped as array") \
  error(213, cudaErrorNotMappedAsPointer, "resource not mapped as pointer") \
  error(214, cudaErrorECCUncorrectable, "uncorrectable ECC error encountered") \
  error(215, cudaErrorUnsupportedLimit, "limit is not supported on this architecture") \
  error(216, cudaErrorDeviceAlreadyInUse, "exclusive-thread device already in use by a different thread") \
  error(217, cudaErrorPeerAccessUnsupported, "peer access is not supported between these two devices") \
  error(218, cudaErrorInvalidPtx, "a PTX JIT compilation failed") \
  error(219, cudaErrorInvalidGraphicsContext, "invalid OpenGL or DirectX context") \
  error(220, cudaErrorNvlinkUncorrectable, "uncorrectable NVLink error detected during the execution") \
  error(221, cudaErrorJitCompilerNotFound, "PTX JIT compiler library not found") \
  error(222, cudaErrorUnsupportedPtxVersion, "the provided PTX was compiled with an unsupported toolchain.") \
  error(223, cudaErrorJitCompilationDisabled, "PTX JIT compilation was disabled") \
  error(224, cudaErrorUnsupportedExecAffinity, "the provided execution affinity is not supported") \
  error(225, cudaErrorUnsupportedDevSideSync, "the provided PTX contains unsupported call to cudaDeviceSynchronize") \
  error(226, cudaErrorContained, "Invalid access of peer GPU memory over nvlink or a hardware error") \
  error(300, cudaErrorInvalidSource, "device kernel image is invalid") \
  error(301, cudaErrorFileNotFound, "file not found") \
  error(302, cudaErrorSharedObjectSymbolNotFound, "shared object symbol not found") \
  error(303, cudaErrorSharedObjectInitFailed, "shared object initialization failed") \
  error(304, cudaErrorOperatingSystem, "OS call failed or operation not supported on this OS") \
  error(400, cudaErrorInvalidResourceHandle, "invalid resource handle") \
  error(401, cudaErrorIllegalState, "the operation cannot be performed in the present state") \
  error(402, cudaErrorLossyQuery, "attempted introspection would be semantically lossy") \
  error(500, cudaErrorSymbolNotFound, "named symbol not found") \
  error(600, cudaErrorNotReady, "device not ready") \
  error(700, cudaErrorIllegalAddress, "an illegal memory access was encountered") \
  error(701, cudaErrorLaunchOutOfResources, "too many resources requested for launch") \
  error(702, cudaErrorLaunchTimeout, "the launch timed out and was terminated") \
  error(703, cudaErrorLaunchIncompatibleTexturing, "launch uses incompatible texturing mode") \
  error(704, cudaErrorPeerAccessAlreadyEnabled, "peer access is already enabled") \
  error(705, cudaErrorPeerAccessNotEnabled, "peer access has not been enabled") \
  error(708, cudaErrorSetOnActiveProcess, "cannot set while device is active in this process") \
  error(709, cudaErrorContextIsDestroyed, "context is destroyed") \
  error(710, cudaErrorAssert, "device-side assert triggered") \
  error(711, cudaErrorTooManyPeers, "peer mapping resources exhausted") \
  error(712, cudaErrorHostMemoryAlreadyRegistered, "part or all of the requested memory range is already mapped") \
  error(713, cudaErrorHostMemoryNotRegistered, "pointer does not correspond to a registered memory region") \
  error(714, cudaErrorHardwareStackError, "hardware stack error") \
  error(715, cudaErrorIllegalInstruction, "an illegal instruction was encountered") \
  error(716, cudaErrorMisalignedAddress, "misaligned address") \
  error(717, cudaErrorInvalidAddressSpace, "operation not supported on global/shared address space") \
  error(718, cudaErrorInvalidPc, "invalid program counter") \
  error(719, cudaErrorLaunchFailure, "unspecified launch failure") \
  error(720, cudaErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch") \
  error(721, cudaErrorTensorMemoryLeak, "tensor memory not completely freed") \
  error(800, cudaErrorNotPermitted, "operation not permitted") \
  error(801, cudaErrorNotSupported, "operation not supported") \
  error(802, cudaErrorSystemNotReady, "system not yet initialized") \
  error(803, cudaErrorSystemDriverMismatch, "system has unsupported display driver / cuda driver combination") \
  error(804, cudaErrorCompatNotSupportedOnDevice, "forward compatibility was attempted on non supported HW") \
  error(805, cudaErrorMpsConnectionFailed, "MPS client failed to connect to the MPS control daemon or the MPS server") \
  error(806, cudaErrorMpsRpcFailure, "the remote procedural call between the MPS server and the MPS client failed") \
  error(807, cudaErrorMpsServerNotReady, "MPS server is not ready to accept new MPS client requests") \
  error(808, cudaErrorMpsMaxClientsReached, "the hardware resources required to create MPS client have been exhausted") \
  error(809, cudaErrorMpsMaxConnectionsReached, "the hardware resources required to support device connections have been exhausted") \
  error(810, cudaErrorMpsClientTerminated, "the MPS client has been terminated by the server") \
  error(811, cudaErrorCdpNotSupported, "is using CUDA Dynamic Parallelism, but the current configuration, like MPS, does not support it") \
  error(812, cudaErrorCdpVersionMismatch, "unsupported interaction between different versions of CUDA Dynamic Parallelism") \
  error(900, cudaErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing") \
  error(901, cudaErrorStreamCaptureInvalidated, "operation failed due to a previous error during capture") \
  error(902, cudaErrorStreamCaptureMerge, "operation would result in a merge of separate capture sequences") \
  error(903, cudaErrorStreamCaptureUnmatched, "capture was not ended in the same stream as it began") \
  error(904, cudaErrorStreamCaptureUnjoined, "capturing stream has unjoined work") \
  error(905, cudaErrorStreamCaptureIsolation, "dependency created on uncaptured work in another stream") \
  error(906, cudaErrorStreamCaptureImplicit, "operation would make the legacy stream depend on a capturing blocking stream") \
  error(907, cudaErrorCapturedEvent, "operation not permitted on an event last recorded in a capturing stream") \
  error(908, cudaErrorStreamCaptureWrongThread, "attempt to terminate a thread-local capture sequence from another thread") \
  error(909, cudaErrorTimeout, "wait operation timed out") \
  error(910, cudaErrorGraphExecUpdateFailure, "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update") \
  error(911, cudaErrorExternalDevice, "an async error has occured in external entity outside of CUDA") \
  error(912, cudaErrorInvalidClusterSize, "a kernel launch error has occurred due to cluster misconfiguration") \
  error(913, cudaErrorFunctionNotLoaded, "the function handle is not loaded when calling an API that requires a loaded function") \
  error(914, cudaErrorInvalidResourceType, "one or more resources passed in are not valid resource types for the operation") \
  error(915, cudaErrorInvalidResourceConfiguration, "one or more resources are insufficient or non-applicable for the operation") \
  error(999, cudaErrorUnknown, "unknown error")
#endif
