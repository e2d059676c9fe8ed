// Another kernel each time that this is included.
namespace NAMES {
constexpr auto k = KERNEL;
__global__ void parent(int n) { k<<<1, 1>>>(n); }
static void launch(int n) { k<<<1, 2>>>(n); }
} // namespace NAMES
#undef NAMES
#undef KERNEL
