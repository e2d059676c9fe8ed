// Lanes of whole warps on the CPU target, for pool_warps.cu: all 32 call together.
inline lanes lanes_here() {
  const u32 lane = threadIdx.x % 32;
  return lanes{~0u, lane, 0u, 32u, lane == 0};
}
inline lanes alike(const lanes &all, u32 key) {
  const u32 lane = threadIdx.x % 32, members = __match_any_sync(all.mask, key);
  const u32 rank = u32(__popc(members & ((1u << lane) - 1)));
  return lanes{all.mask, rank, u32(__ffs(int(members))) - 1, u32(__popc(members)), !rank};
}
inline bool any_of(const lanes &l, bool p) { return __any_sync(l.mask, p) != 0; }
inline u64 leaders(const lanes &l, u64 value) { return __shfl_sync(l.mask, value, int(l.leader)); }
