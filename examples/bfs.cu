// Breadth-first search the plain way: a thread that finds its node in the frontier launches a
// kernel over the node's edges. With --plain it loops over them. With --expert it is what one writes
// by hand for speed: a queue of the frontier's nodes, whose edges are dealt out evenly.
//
//   bfs [graph file] [--undirected] [--rmat SCALE[:EDGEFACTOR]] [--random NODES:DEGREE]
//       [--grid WIDTH:HEIGHT] [--seed N] [--source N] [--level N] [--launch | --plain | --expert]
//       [--repeat N] [--warmup N] [--budget MS] [--json]
//
// class Stopwatch says how often it searches. With --level it does that level of the search alone,
// again and again: those before it are known.
// `--random 10000:1000` and `--rmat 18:16` are the two graphs that published times are given for.
#include "balanced.h"
#include "graph.h"

__device__ int changed;      // a level found new nodes
__device__ int launch_error; // what went wrong when a kernel was launched from a kernel

__global__ void child(int s, int e, int *lvl, const int *col, int cur) {
  int j = s + blockIdx.x * blockDim.x + threadIdx.x;
  if (j < e) {
    int v = col[j];
    if (lvl[v] == -1) {
      lvl[v] = cur + 1;
      changed = 1;
    }
  }
}

__global__ void parent(int n, const int *row, const int *col, int *lvl, int cur) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && lvl[i] == cur) {
    int d = row[i + 1] - row[i];
    if (d > 0) {
      child<<<(d + 31) / 32, 32>>>(row[i], row[i + 1], lvl, col, cur);
      cudaError_t error = cudaGetLastError();
      if (error != cudaSuccess)
        launch_error = error;
    }
  }
}

__global__ void plain_parent(int n, const int *row, const int *col, int *lvl, int cur) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && lvl[i] == cur)
    for (int j = row[i]; j < row[i + 1]; j++)
      if (lvl[col[j]] == -1) {
        lvl[col[j]] = cur + 1;
        changed = 1;
      }
}

__global__ void expert_level(Tasks frontier, Tasks next, const int *row, const int *col, int *lvl,
                             int cur) {
  __shared__ Found found;
  found.clear();
  for_each_item(
      frontier,
      [&](int u, int k) {
        int v = col[row[u] + k];
        if (lvl[v] == -1 && atomicCAS(&lvl[v], -1, cur + 1) == -1 && row[v + 1] > row[v])
          found.add(v, row[v + 1] - row[v]);
      },
      [&] { found.flush(next); });
}

static std::vector<int> serial_bfs(const graph::Graph &g, int source) {
  std::vector<int> level(g.nodes, -1), queue{source};
  level[source] = 0;
  for (size_t head = 0; head < queue.size(); head++) {
    int u = queue[head];
    for (int j = g.row[u]; j < g.row[u + 1]; j++)
      if (level[g.col[j]] < 0) {
        level[g.col[j]] = level[u] + 1;
        queue.push_back(g.col[j]);
      }
  }
  return level;
}

[[noreturn]] static void usage(const char *why) {
  fprintf(stderr,
          "bfs: %s\nusage: bfs [graph file] %s [--source N] [--level N] [--launch] [--plain] "
          "[--expert] [--repeat N] [--warmup N] [--budget MS] [--json]\n",
          why, graph::Options::usage);
  exit(1);
}

int main(int argc, char **argv) {
  graph::Options options(16, 8);
  bool json = false;
  std::string version = "launch";
  int source = 0, level = -1, repeat = 5, warmup = 0, budget = INT_MAX, none = 0;
  graph::Graph g;
  try {
    for (int i = 1; i < argc; i++) {
      const std::string arg = argv[i];
      int *number = arg == "--source"   ? &source
                    : arg == "--level"  ? &level
                    : arg == "--repeat" ? &repeat
                    : arg == "--warmup" ? &warmup
                    : arg == "--budget" ? &budget
                                        : nullptr;
      if (number && ++i == argc)
        usage("missing value");
      else if (number)
        graph::Options::numbers(argv[i], *number, none);
      else if (arg == "--json")
        json = true;
      else if (arg == "--plain" || arg == "--launch" || arg == "--expert")
        version = arg.substr(2);
      else if (options.take(argc, argv, i))
        continue;
      else if (arg[0] == '-' || !options.file.empty())
        usage(("unknown argument " + arg).c_str());
      else
        options.file = arg;
    }
    if (repeat < 1)
      usage("--repeat needs a positive number");
    g = options.make();
  } catch (const graph::Error &e) {
    if (options.file.empty())
      usage(e.what());
    fprintf(stderr, "%s\n", e.what());
    return 1;
  }
  if (source >= g.nodes)
    usage("--source is not a node of the graph");

  const int n = g.nodes, m = g.edges();
  // What is known before the first level that is searched, and after the last one
  std::vector<int> expected = serial_bfs(g, source), known(n, -1), frontier;
  const int first = std::max(level, 0);
  long launches = 0;
  for (int v = 0; v < n; v++) {
    if (expected[v] == first)
      frontier.push_back(v);
    if (expected[v] <= first)
      known[v] = expected[v];
    if (level >= 0 && expected[v] > level + 1)
      expected[v] = -1;
    launches += version == "launch" && expected[v] >= first && g.degree(v) > 0 &&
                (level < 0 || expected[v] == level);
  }
  if (frontier.empty())
    usage("--level is beyond the last one of the search");

  int *row, *col, *lvl;
  CHECK(cudaMalloc(&row, sizeof(int) * (n + 1L)));
  CHECK(cudaMalloc(&col, sizeof(int) * (m + 1L)));
  CHECK(cudaMalloc(&lvl, sizeof(int) * (long)n));
  CHECK(cudaMemcpy(row, g.row.data(), sizeof(int) * (n + 1L), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(col, g.col.data(), sizeof(int) * (long)m, cudaMemcpyHostToDevice));
  allow_launches(n + 2048);
  Queues queues(n);
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));

  std::vector<float> times;
  std::vector<int> found(n);
  int levels = 0, failed = 0, zero = 0;
  CHECK(cudaMemcpyToSymbol(launch_error, &zero, sizeof zero));
  Stopwatch watch(warmup, repeat, budget);
  while (watch.another()) {
    CHECK(cudaMemcpy(lvl, known.data(), sizeof(int) * (long)n, cudaMemcpyHostToDevice));
    queues.begin(frontier, [&](int v) { return g.degree(v); });
    CHECK(cudaDeviceSynchronize());
    float total = 0;
    int more = 1;
    for (levels = first; more && (level < 0 || levels == level); levels++) {
      more = 0;
      CHECK(cudaMemcpyToSymbol(changed, &more, sizeof more));
      const unsigned items = version == "expert" ? queues.counts().items : 0;
      CHECK(cudaEventRecord(begin));
      if (version == "expert")
        expert_level<<<queues.blocks(items), balanced_threads>>>(queues.now(), queues.next(), row,
                                                                 col, lvl, levels);
      else if (version == "plain")
        plain_parent<<<(n + 255) / 256, 256>>>(n, row, col, lvl, levels);
      else
        parent<<<(n + 255) / 256, 256>>>(n, row, col, lvl, levels);
      CHECK(cudaEventRecord(end));
      CHECK(cudaEventSynchronize(end));
      float ms;
      CHECK(cudaEventElapsedTime(&ms, begin, end));
      total += ms;
      CHECK(cudaMemcpyFromSymbol(&more, changed, sizeof more));
      if (version == "expert") {
        queues.turn();
        more = queues.counts().items > 0;
      }
    }
    if (watch.counts())
      times.push_back(total);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(found.data(), lvl, sizeof(int) * (long)n, cudaMemcpyDeviceToHost));
    int error;
    CHECK(cudaMemcpyFromSymbol(&error, launch_error, sizeof error));
    if (error)
      fprintf(stderr, "bfs: a launch on the device failed: %s\n",
              cudaGetErrorString((cudaError_t)error));
    failed |= error || found != expected;
  }
  std::sort(times.begin(), times.end());
  const char *form =
      json
          ? "{\"program\": \"bfs\", \"version\": \"%s\", \"nodes\": %d, \"edges\": %d, \"levels\": "
            "%d, \"launches\": %ld, "
            "\"runs\": %d, \"best_ms\": %.4f, \"median_ms\": %.4f, \"check\": \"%s\"}\n"
          : "%s: nodes %d edges %d levels %d launches %ld runs %d best %.4f ms median %.4f ms %s\n";
  printf(form, version.c_str(), n, m, levels - first, launches, (int)times.size(), times[0],
         times[times.size() / 2], failed ? "WRONG" : "OK");
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  queues.free();
  CHECK(cudaFree(row));
  CHECK(cudaFree(col));
  CHECK(cudaFree(lvl));
  return failed;
}
