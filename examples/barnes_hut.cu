// Barnes-Hut: the pull of all bodies on each, where a cell of an octree that is far away, for its
// size, counts as one body. A thread for each group of neighbouring bodies walks over the tree, notes
// what pulls at the group, and launches a kernel with a thread for each of its bodies, which adds that
// up. In the plain version a thread for each body does both.
// The thesis on aggregation measures it with 4,096 bodies, 4 time steps and parent blocks of 256
// threads. Its child blocks have 256, too; here they have as many as a group may have bodies.
//
//   barnes_hut [number of bodies] [--launch] [--plain] [--repeat N] [--steps N]
//
// The bodies' places at each step and the trees come from a serial run, so that errors do not grow
// with the steps; what is timed is the pull. Checked: every body's in every step, against a serial
// walk that opens the same cells and adds up in double precision, to 1/10,000 of it or of the
// average one, whichever is more. With 4,096 bodies or less that walk is itself checked against the
// direct sums over all bodies, to 1% of their root mean square.
#include "example.h"
#include <array>
#include <cfloat>
#include <cmath>
#include <numeric>

constexpr int parent_threads = 256, child_threads = 64;
constexpr int group_bodies = child_threads, leaf_bodies = 16, max_depth = 40;
constexpr double opening = 0.5, softening2 = 1e-4, time_step = 0.01;

// Cells stand before what is in them, so that a walk needs no stack.
struct Cell {
  float x, y, z, mass; // centre of mass
  double near2;        // square of the distance from which on it counts as one body
  int begin, end;      // bodies
  int skip;            // the next cell that is not inside
  int leaf;
};

struct Group {
  float low[3], high[3]; // corners of the box around its bodies
  int begin, end;        // bodies
  int list, room;        // where it notes what pulls at it, and how much of that there may be
};

struct Tree {
  int bodies, cells, groups;
  const float4 *body; // places and masses, those of a cell side by side
  const Cell *cell;
  const Group *group;
  const int *group_of; // each body's
  int *list;           // a cell, or the complement of a leaf whose bodies count one by one
  float4 *pull;
};

enum Use { OPEN, WHOLE, BODIES };

// In double precision, so that host and device decide alike.
__host__ __device__ inline Use use_of(const Cell &c, const Group &g) {
  const float at[3] = {c.x, c.y, c.z};
  double distance2 = 0;
  for (int k = 0; k < 3; k++) {
    const double below = (double)g.low[k] - at[k], above = (double)at[k] - g.high[k];
    const double d = below > 0 ? below : above > 0 ? above : 0;
    distance2 += d * d;
  }
  return distance2 > c.near2 ? WHOLE : c.leaf ? BODIES : OPEN;
}

__device__ inline void add(float4 &pull, float4 me, float x, float y, float z, float mass) {
  x -= me.x;
  y -= me.y;
  z -= me.z;
  const float r = rsqrtf(x * x + y * y + z * z + (float)softening2), f = mass * r * r * r;
  pull.x += f * x;
  pull.y += f * y;
  pull.z += f * z;
}
__device__ inline void add_cell(const Tree &t, const Cell &c, bool whole, float4 me, float4 &pull) {
  if (whole)
    add(pull, me, c.x, c.y, c.z, c.mass);
  else
    for (int b = c.begin; b < c.end; b++)
      add(pull, me, t.body[b].x, t.body[b].y, t.body[b].z, t.body[b].w);
}

__global__ void pull_group(Tree t, int begin, int end, const int *list, int length) {
  int i = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < end) {
    float4 pull = make_float4(0, 0, 0, 0);
    for (int k = 0; k < length; k++)
      add_cell(t, t.cell[list[k] < 0 ? ~list[k] : list[k]], list[k] >= 0, t.body[i], pull);
    t.pull[i] = pull;
  }
}

__global__ void pull_all(Tree t) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < t.groups) {
    const Group g = t.group[k];
    int length = 0;
    for (int c = 0; c < t.cells && length < g.room;) {
      const Use use = use_of(t.cell[c], g);
      if (use != OPEN)
        t.list[g.list + length++] = use == WHOLE ? c : ~c;
      c = use == OPEN ? c + 1 : t.cell[c].skip;
    }
    pull_group<<<blocks_of(g.end - g.begin, child_threads), child_threads>>>(
        t, g.begin, g.end, t.list + g.list, length);
  }
}

__global__ void pull_all_plain(Tree t) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < t.bodies) {
    const Group g = t.group[t.group_of[i]];
    float4 pull = make_float4(0, 0, 0, 0);
    for (int c = 0; c < t.cells;) {
      const Use use = use_of(t.cell[c], g);
      if (use != OPEN)
        add_cell(t, t.cell[c], use == WHOLE, t.body[i], pull);
      c = use == OPEN ? c + 1 : t.cell[c].skip;
    }
    t.pull[i] = pull;
  }
}

using Vector = std::array<double, 3>;

static double length(const Vector &v) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

static void add_serially(Vector &pull, float4 me, float x, float y, float z, double mass) {
  const Vector d{(double)x - me.x, (double)y - me.y, (double)z - me.z};
  const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + softening2,
               f = mass / (r2 * sqrt(r2));
  for (int k = 0; k < 3; k++)
    pull[k] += f * d[k];
}

// The bodies at one time, sorted into an octree, and the pull on them.
struct Moment {
  std::vector<float4> body;
  std::vector<int> order; // the number of each in the run
  std::vector<Cell> cell;
  std::vector<Group> group;
  std::vector<int> group_of;
  std::vector<Vector> want;
  int lists = 0;
  double average = 0;
  Tree tree;

  explicit Moment(const std::vector<float4> &bodies) : order(bodies.size()) {
    std::iota(order.begin(), order.end(), 0);
    Vector low{FLT_MAX, FLT_MAX, FLT_MAX}, high{-FLT_MAX, -FLT_MAX, -FLT_MAX};
    for (float4 b : bodies)
      for (int k = 0; k < 3; k++) {
        low[k] = std::min<double>(low[k], (&b.x)[k]);
        high[k] = std::max<double>(high[k], (&b.x)[k]);
      }
    double size = 0;
    for (int k = 0; k < 3; k++)
      size = std::max(size, high[k] - low[k]);
    divide(bodies, 0, (int)bodies.size(), low, size, 0, false);
    for (int i : order)
      body.push_back(bodies[i]);
    want.resize(body.size());
    for (size_t k = 0; k < group.size(); k++)
      walk(group[k]);
    for (const Vector &pull : want)
      average += length(pull) / (double)want.size();
    tree = Tree{
        (int)body.size(), (int)cell.size(), (int)group.size(),   to_device(body),
        to_device(cell),  to_device(group), to_device(group_of), to_device(std::vector<int>(lists)),
        to_device(body)};
  }

  // Makes the cell of bodies `begin` to `end`, in the cube of that corner and size, and what is in it.
  void divide(const std::vector<float4> &bodies, int begin, int end, Vector corner, double size,
              int depth, bool in_group) {
    const int me = (int)cell.size();
    const bool leaf = end - begin <= leaf_bodies || depth == max_depth;
    if (!in_group && (end - begin <= group_bodies || leaf)) {
      in_group = true;
      make_group(bodies, begin, end);
    }
    cell.push_back(Cell{0, 0, 0, 0, size * size / (opening * opening), begin, end, 0, leaf});
    if (!leaf) {
      const double half = size / 2;
      auto octant = [&](int i) {
        const float4 b = bodies[i];
        return (b.x >= corner[0] + half) + 2 * (b.y >= corner[1] + half) +
               4 * (b.z >= corner[2] + half);
      };
      std::stable_sort(order.begin() + begin, order.begin() + end,
                       [&](int a, int b) { return octant(a) < octant(b); });
      for (int q = 0, first = begin; q < 8; q++) {
        int last = first;
        while (last < end && octant(order[last]) == q)
          last++;
        if (last > first)
          divide(bodies, first, last,
                 Vector{corner[0] + (q & 1 ? half : 0), corner[1] + (q & 2 ? half : 0),
                        corner[2] + (q & 4 ? half : 0)},
                 half, depth + 1, in_group);
        first = last;
      }
    }
    Vector sum{};
    double mass = 0;
    for (int i = begin; i < end; i++) {
      const float4 b = bodies[order[i]];
      for (int k = 0; k < 3; k++)
        sum[k] += b.w * (&b.x)[k];
      mass += b.w;
    }
    cell[me].x = (float)(sum[0] / mass);
    cell[me].y = (float)(sum[1] / mass);
    cell[me].z = (float)(sum[2] / mass);
    cell[me].mass = (float)mass;
    cell[me].skip = (int)cell.size();
  }
  void make_group(const std::vector<float4> &bodies, int begin, int end) {
    Group g{{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}, begin, end, 0, 0};
    for (int i = begin; i < end; i++)
      for (int k = 0; k < 3; k++) {
        g.low[k] = std::min(g.low[k], (&bodies[order[i]].x)[k]);
        g.high[k] = std::max(g.high[k], (&bodies[order[i]].x)[k]);
      }
    group_of.insert(group_of.end(), end - begin, (int)group.size());
    group.push_back(g);
  }

  void walk(Group &g) {
    g.list = lists;
    for (int c = 0; c < (int)cell.size();) {
      const Use use = use_of(cell[c], g);
      for (int i = g.begin; use != OPEN && i < g.end; i++) {
        if (use == WHOLE)
          add_serially(want[i], body[i], cell[c].x, cell[c].y, cell[c].z, cell[c].mass);
        for (int b = cell[c].begin; use == BODIES && b < cell[c].end; b++)
          add_serially(want[i], body[i], body[b].x, body[b].y, body[b].z, body[b].w);
      }
      g.room += use != OPEN;
      c = use == OPEN ? c + 1 : cell[c].skip;
    }
    lists += g.room;
  }

  bool right() const {
    const std::vector<float4> got = to_host(tree.pull, want.size());
    for (size_t i = 0; i < want.size(); i++) {
      const Vector off{got[i].x - want[i][0], got[i].y - want[i][1], got[i].z - want[i][2]};
      if (!(length(off) <= 1e-4 * std::max(length(want[i]), average)))
        return false;
    }
    return true;
  }

  // What opening no more cells costs, of the direct sums' root mean square
  double error() const {
    double off = 0, all = 0;
    for (size_t i = 0; i < body.size(); i++) {
      Vector direct{};
      for (float4 b : body)
        add_serially(direct, body[i], b.x, b.y, b.z, b.w);
      for (int k = 0; k < 3; k++) {
        off += (direct[k] - want[i][k]) * (direct[k] - want[i][k]);
        all += direct[k] * direct[k];
      }
    }
    return sqrt(off / all);
  }
};

struct Problem {
  std::vector<Moment> moments;

  // Places from a hash, denser towards the middle; at rest to begin with.
  Problem(int n, int steps) {
    std::vector<float4> bodies(n);
    std::vector<Vector> speed(n);
    for (int i = 0; i < n; i++) {
      float *at = &bodies[i].x;
      for (int k = 0; k < 3; k++) {
        const float x = (scramble(3 * i + k) >> 8) / 8388608.0f - 1;
        at[k] = x * fabsf(x);
      }
      bodies[i].w = (1 + scramble(~i) % 4) / (2.5f * n);
    }
    for (int step = 0; step < steps; step++) {
      moments.emplace_back(bodies);
      const Moment &m = moments.back();
      for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
          speed[m.order[i]][k] += time_step * m.want[i][k];
          (&bodies[m.order[i]].x)[k] += (float)(time_step * speed[m.order[i]][k]);
        }
    }
    if (n > 1 && n <= 4096 && moments[0].error() > 0.01) {
      fprintf(stderr, "barnes_hut: the serial walk is %g off\n", moments[0].error());
      exit(1);
    }
  }
  void reset() {
    for (const Moment &m : moments)
      refill(m.tree.pull, m.body);
  }
  bool right() const {
    bool all = true;
    for (const Moment &m : moments)
      all &= m.right();
    return all;
  }
  long groups() const {
    long n = 0;
    for (const Moment &m : moments)
      n += (long)m.group.size();
    return n;
  }
};

static void with_launches(Problem &p) {
  for (const Moment &m : p.moments)
    pull_all<<<blocks_of(m.tree.groups, parent_threads), parent_threads>>>(m.tree);
}
static void plain(Problem &p) {
  for (const Moment &m : p.moments)
    pull_all_plain<<<blocks_of(m.tree.bodies, parent_threads), parent_threads>>>(m.tree);
}

int main(int argc, char **argv) {
  int steps = 4;
  Versions versions(
      argc, argv, 2048, 1 << 22, {"launch", "plain"},
      [&](int argc, char **argv, int &i) {
        return std::string(argv[i]) == "--steps" && i + 1 < argc &&
               number(argv[++i], 1, 1000, steps);
      },
      "[--steps N]");
  Problem problem(versions.size(), steps);
  versions.note("launches", problem.groups());
  allow_launches(problem.groups());
  versions.run("launch", problem, with_launches);
  versions.run("plain", problem, plain);
  return versions.finish();
}
