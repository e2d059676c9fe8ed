// A running block: its shared variables, its barrier and its warps.
#include "sched.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <malloc.h>

namespace flcpu::detail {

// All else is as the last use has left it.
static void begin_team(block *b, team *t, dim3 dim, void (*call)(void *), void *body) {
  t->dim = dim;
  t->threads = dim.x * dim.y * dim.z;
  t->next = t->exited = 0;
  t->next_index = uint3{0, 0, 0};
  t->call = call;
  t->body = body;
  t->all = 1;
  memset(t->gone, 0, (t->threads + 31) / 32 * sizeof t->gone[0]);
  t->below = b->starting;
  b->starting = t;
}

void begin_block(block *b, node *grid, uint3 index) {
  b->grid = grid;
  b->index = index;
  b->where = block::running;
  begin_team(b, &b->own, grid->threads, grid->call, grid->body);
}

void run_team(dim3 dim, void (*call)(void *), void *body) {
  fiber *f = current_fiber();
  if (!f || !dim.x || !dim.y || !dim.z || uint64_t(dim.x) * dim.y * dim.z > 1024) {
    fprintf(stderr, "flcpu: a team of %u x %u x %u threads %s\n", dim.x, dim.y, dim.z,
            f ? "is not possible" : "outside a kernel");
    abort();
  }
  worker *w = f->home;
  team *t;
  if (w->free_teams.empty()) {
    t = new team();
  } else {
    t = w->free_teams.back();
    w->free_teams.pop_back();
  }
  begin_team(f->b, t, dim, call, body);
  t->owner = f;
  go_on(f); // the team's last thread makes f ready
  w->free_teams.push_back(t);
}

void end_block(block *b) {
  if (!b->variables.empty()) {
    b->variables.clear();
    memset(b->cache, 0, sizeof b->cache);
    b->chunk_index = b->chunk_used = 0;
  }
  b->dynamic = nullptr;
  for (void *p : b->separate)
    free(p);
  b->separate.clear();
  for (CUstream_st *s : b->streams)
    discard(s);
  b->streams.clear();
  for (CUevent_st *e : b->events)
    discard(e);
  b->events.clear();
  block_done(b);
  b->launched = nullptr;
  b->home->free_blocks.push_back(b);
}

static void *separate(block *b, size_t size, size_t align) {
  void *p = nullptr;
  if (posix_memalign(&p, align, size ? size : 1)) {
    fprintf(stderr, "flcpu: no memory for %zu bytes of shared memory\n", size);
    abort();
  }
  b->separate.push_back(p);
  return p;
}

static void *from_chunks(block *b, size_t size, size_t align) {
  for (;; b->chunk_index++, b->chunk_used = 0) {
    if (b->chunk_index == b->chunks.size()) {
      const size_t bytes = size > 16384 ? (size + 4095) / 4096 * 4096 : 16384;
      void *p = nullptr;
      if (posix_memalign(&p, align > 256 ? align : 256, bytes)) {
        fprintf(stderr, "flcpu: no memory for %zu bytes of shared memory\n", size);
        abort();
      }
      b->chunks.push_back({static_cast<char *>(p), bytes});
    }
    const block::chunk &c = b->chunks[b->chunk_index];
    const uintptr_t base = reinterpret_cast<uintptr_t>(c.data);
    const uintptr_t at = (base + b->chunk_used + align - 1) & ~uintptr_t(align - 1);
    if (at + size <= base + c.size) {
      b->chunk_used = at + size - base;
      return reinterpret_cast<void *>(at);
    }
  }
}

static block *block_here(const char *what) {
  if (!current_block) {
    fprintf(stderr, "flcpu: %s used outside a kernel\n", what);
    abort();
  }
  return static_cast<block *>(current_block);
}

void *shared_slow(const void *key, size_t size, size_t align) {
  block *b = block_here("a shared variable is");
  const uintptr_t bits = reinterpret_cast<uintptr_t>(key);
  block_view::entry &place = b->cache[(bits ^ (bits >> 4)) % block_view::cached];
  for (const block_view::entry &e : b->variables)
    if (e.key == key) {
      place = e;
      return e.data;
    }
  if (align < 16)
    align = 16;
  void *data = have_asan() ? separate(b, size, align) : from_chunks(b, size, align);
  place = {key, data};
  b->variables.push_back(place);
  return data;
}

void *dynamic_slow() {
  block *b = block_here("dynamic shared memory is");
  if (b->dynamic)
    return b->dynamic;
  const size_t size = b->grid->shared;
  if (have_asan())
    return b->dynamic = separate(b, size, 256);
  if (!b->dynamic_buffer || b->dynamic_size < size) {
    free(b->dynamic_buffer);
    void *p = nullptr;
    if (posix_memalign(&p, 256, size ? size : 256)) {
      fprintf(stderr, "flcpu: no memory for %zu bytes of shared memory\n", size);
      abort();
    }
    b->dynamic_buffer = static_cast<char *>(p);
    b->dynamic_size = size;
  }
  return b->dynamic = b->dynamic_buffer;
}

bool is_shared(const void *p) {
  const block *b = static_cast<const block *>(current_block);
  const char *at = static_cast<const char *>(p);
  const auto holds = [=](const void *begin, size_t size) {
    return at >= static_cast<const char *>(begin) && at < static_cast<const char *>(begin) + size;
  };
  if (!b)
    return false;
  for (size_t i = 0; i <= b->chunk_index && i < b->chunks.size(); i++)
    if (holds(b->chunks[i].data, b->chunks[i].size))
      return true;
  for (void *s : b->separate)
    if (holds(s, malloc_usable_size(s)))
      return true;
  return b->dynamic && b->dynamic == b->dynamic_buffer && holds(b->dynamic, b->dynamic_size);
}

static void release_barrier(block *b, team *t) {
  t->result = {t->count, t->all, t->any};
  t->count = t->any = 0;
  t->all = 1;
  t->arrived = 0;
  b->ready.append(t->at_barrier);
}

barrier_result block_barrier(int predicate) {
  fiber *f = current_fiber();
  if (!f)
    return {predicate != 0, predicate != 0, predicate != 0};
  block *b = f->b;
  team *t = f->t;
  t->count += predicate != 0;
  t->all &= predicate != 0;
  t->any |= predicate != 0;
  if (++t->arrived == t->threads - t->exited) {
    release_barrier(b, t);
  } else {
    b->at_barrier++;
    suspend(f, t->at_barrier);
    b->at_barrier--;
  }
  return t->result;
}

// Releases the threads at a numbered barrier if they are enough.
static bool try_release(block *b, team *t, unsigned number) {
  auto &at = t->numbered[number];
  if (!at.arrived || at.arrived < (at.wanted ? at.wanted : t->threads - t->exited))
    return false;
  at.arrived = 0;
  b->ready.append(at.waiting);
  return true;
}

void numbered_barrier(unsigned number, unsigned threads, bool waits) {
  fiber *f = current_fiber();
  if (!f)
    return;
  block *b = f->b;
  team *t = f->t;
  if (number > 15 || threads > t->threads) {
    fprintf(stderr, "flcpu: barrier %u for %u threads, in a block of %u threads\n", number, threads,
            t->threads);
    abort();
  }
  auto &at = t->numbered[number];
  at.arrived++;
  at.wanted = threads;
  if (try_release(b, t, number) || !waits)
    return;
  b->at_barrier++;
  t->at_numbered++;
  suspend(f, at.waiting);
  t->at_numbered--;
  b->at_barrier--;
}

void grid_barrier() {
  fiber *f = current_fiber();
  if (!f)
    return;
  block_barrier(0);
  node *g = f->b->grid;
  if (f->tid == 0) {
    const unsigned generation = g->barrier_generation.load(std::memory_order_acquire);
    if (g->barrier_arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == g->blocks) {
      g->barrier_arrived.store(0, std::memory_order_relaxed);
      g->barrier_generation.fetch_add(1, std::memory_order_acq_rel);
    } else {
      wait_until(
          g, [=] { return g->barrier_generation.load(std::memory_order_acquire) != generation; });
    }
  }
  block_barrier(0);
}

unsigned thread_rank() {
  const fiber *f = current_fiber();
  return f ? f->tid : 0;
}

static unsigned present_lanes(const team *t, unsigned warp) {
  const unsigned left = t->threads - warp * 32;
  return (left >= 32 ? ~0u : (1u << left) - 1) & ~t->gone[warp];
}

// Completes `*at`, a gathering group of `warp`, if all of its lanes that still exist have come.
static bool try_complete(block *b, const team *t, unsigned warp, warp_group **at) {
  warp_group *g = *at;
  const unsigned wanted = g->mask & present_lanes(t, warp);
  if ((g->lanes & wanted) != wanted)
    return false;
  *at = g->next;
  g->readers = g->lanes;
  b->ready.append(g->waiting);
  return true;
}

warp_group *new_group(worker *w) {
  if (w->free_groups.empty())
    return new warp_group;
  warp_group *g = w->free_groups.back();
  w->free_groups.pop_back();
  return g;
}

warp_round warp_enter(unsigned mask, uint64_t value) {
  fiber *f = current_fiber();
  if (!f) {
    fprintf(stderr, "flcpu: a warp operation is used outside a kernel\n");
    abort();
  }
  block *b = f->b;
  const unsigned warp = f->tid / 32, lane = f->tid % 32;
  warp_group **at = &f->t->gathering[warp];
  while (*at && (*at)->mask != mask)
    at = &(*at)->next;
  if (!*at) {
    warp_group *g = new_group(b->home);
    g->next = nullptr;
    g->mask = mask;
    g->lanes = 0;
    g->waiting.head = nullptr;
    *at = g;
  }
  warp_group *g = *at;
  g->lanes |= 1u << lane;
  g->value[lane] = value;
  if (!try_complete(b, f->t, warp, at)) {
    b->in_warp_op++;
    suspend(f, g->waiting);
    b->in_warp_op--;
  }
  return {g->value, g->lanes, g};
}

void warp_leave(const warp_round &round) {
  warp_group *g = static_cast<warp_group *>(round.group);
  fiber *f = current_fiber();
  g->readers &= ~(1u << f->tid % 32);
  if (!g->readers)
    f->home->free_groups.push_back(g);
}

// Threads that have exited are waited for neither at barriers nor in warp operations.
void tell_left(fiber *f) {
  block *b = f->b;
  team *t = f->t;
  const unsigned warp = f->tid / 32;
  if (t->arrived && t->arrived == t->threads - t->exited)
    release_barrier(b, t);
  for (unsigned i = 0; t->at_numbered && i < 16; i++)
    try_release(b, t, i);
  for (warp_group **at = &t->gathering[warp]; *at;)
    if (!try_complete(b, t, warp, at))
      at = &(*at)->next;
  if (t->exited != t->threads)
    return;
  if (t->owner)
    b->ready.push(t->owner);
  if (t->last)
    release(t->last);
  t->last = nullptr;
}

// The lanes of a meeting, which leaves the list, go on.
static void end_meeting(block *b, meeting **at) {
  meeting *m = *at;
  *at = m->next;
  for (fiber *f = m->waiting.head; f; f = f == m->waiting.tail ? nullptr : f->next)
    f->active = m->lanes;
  b->ready.append(m->waiting);
}

static bool comes_before(const meeting *a, const meeting *b) {
  return a->file == b->file ? a->line < b->line : a->file < b->file;
}

// Nobody else of the block can go on. Of a warp that has come to several places the first goes on: further lanes may follow it to the later ones.
void end_meetings(block *b) {
  meeting *seen = nullptr; // that stay for now
  while (meeting *m = b->meetings) {
    meeting **first = &b->meetings;
    for (meeting **at = &m->next; *at; at = &(*at)->next)
      if ((*at)->t == m->t && (*at)->warp == m->warp && comes_before(*at, *first))
        first = at;
    const team *t = m->t;
    const unsigned warp = m->warp;
    end_meeting(b, first);
    for (meeting **at = &b->meetings; *at;)
      if (meeting *other = *at; other->t == t && other->warp == warp) {
        *at = other->next;
        other->next = seen;
        seen = other;
      } else {
        at = &other->next;
      }
  }
  b->meetings = seen;
}

// Which lanes of the warp are at a place together? All that come to it before the block can do nothing else: a GPU has them converged where the program
// gives no reason to be apart, and programs go by that.
unsigned warp_converge(const char *file, int line) {
  fiber *f = current_fiber();
  if (!f)
    return 1;
  block *b = f->b;
  const unsigned warp = f->tid / 32, lane = 1u << f->tid % 32;
  const unsigned present = present_lanes(f->t, warp);
  if (present == lane)
    return lane;
  meeting here = {b->meetings, file, line, f->t, warp, 0, {}};
  meeting **at = &b->meetings;
  while (*at &&
         ((*at)->file != file || (*at)->line != line || (*at)->t != f->t || (*at)->warp != warp))
    at = &(*at)->next;
  if (!*at)
    *(at = &b->meetings) = &here;
  meeting *m = *at;
  m->lanes |= lane;
  m->waiting.push(f);
  if (m->lanes == present)
    end_meeting(b, at);
  go_on(f);
  return f->active;
}

void report_deadlock(const block *b) {
  fprintf(
      stderr,
      "flcpu: deadlock: in block (%u,%u,%u) of a grid of (%u,%u,%u) blocks of (%u,%u,%u) threads, "
      "%u threads wait at a block-wide barrier and %u in a warp operation, %u have exited; none "
      "can go on\n",
      b->index.x, b->index.y, b->index.z, b->grid->grid.x, b->grid->grid.y, b->grid->grid.z,
      b->grid->threads.x, b->grid->threads.y, b->grid->threads.z, b->at_barrier, b->in_warp_op,
      b->own.exited);
  fflush(nullptr);
  abort();
}

} // namespace flcpu::detail
