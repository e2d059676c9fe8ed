// Survey propagation: looks for values of a random formula's variables that make all of its clauses
// true. Clauses warn their variables, again and again, until the warnings hardly change any more;
// then the variables that the warnings say most about get their values. Two steps launch kernels:
//   gather    a thread for each variable; its kernel's threads add up what its clauses say
//   decimate  a thread for each variable; if it gets its value, its kernel's threads tell its clauses
// In the plain version these threads loop over the clauses. The second step is what the Free Launch
// paper measured (SP: LonestarGPU's decimate_2, 40 launches); the thesis on aggregation has the same.
//
//   survey [number of variables] [--launch] [--plain] [--repeat N] [--step gather|decimate]
//          [--cnf FILE] [--clauses N] [--k N] [--rounds N] [--sweeps N]
//
// Without a file the formula is a random one of clauses with k literals (3), 4.2 times as many as
// variables unless --clauses says otherwise. There are `rounds` rounds (4) of `sweeps` sweeps at the
// most (20). With --step the time is that of one step's kernels.
// A warning is a number of 1/4,096, products are sums of logarithms, and all of it is done with
// integers, so that the order of the threads makes no difference: every value, warning and clause has
// to be the same as in a serial run. Blocks of 384 parent and 64 child threads are the thesis'.
#include "cnf.h"
#include "example.h"
#include <cmath>

constexpr int parent_threads = 384, child_threads = 64;
constexpr int one = 4096;        // a warning of one would be
constexpr int close_enough = 41; // a change of 0.01
constexpr int longest_clause = 8;
constexpr int longest_list = 2700; // more clauses of a variable might add up to more than an int

// Edges join clauses and variables; a clause's are numbered one after another.
struct State {
  int variables, clauses;
  const int *row;         // clauses + 1 offsets: a clause's edges
  const int *literal;     // for each edge
  const int *clause;      // for each edge
  const int *list, *edge; // variables + 1 offsets into `edge`: a variable's edges
  const int *logarithm;   // -log2(1 - x / 4096) in 1/65,536, for x below 4,096
  const int *power;       // 65,536 * 2^(-x / 4096), for x below 4,096
  int *warning;           // for each edge, below `one`
  int *sum;               // for each variable two: logarithms of its literals' warnings
  int *satisfied, *open;  // for each clause: whether it is true, and its literals without a value
  int *value;             // of each variable: -1, 0, 1
  int *bias, *better;     // how much the warnings say, up to `one`, and for which value
  int *histogram;         // of bias, one + 1 numbers
  int *change;            // the largest one of a sweep's warnings
};

__host__ __device__ inline bool is_free(const State &s, int e) {
  return s.value[abs(s.literal[e]) - 1] < 0;
}

// What remains of 65,536 after all the warnings of a sum.
__host__ __device__ inline long remains(const State &s, int sum) {
  return sum >> 16 > 30 ? 0 : s.power[(sum >> 4) & 4095] >> (sum >> 16);
}

// What two sums of warnings mean for a variable: that the first is heeded, the second, or neither.
// That both are cannot be; what is left of that is not counted, nor what they have in common.
struct Odds {
  long first, second, neither;
};
__host__ __device__ inline Odds odds(const State &s, int first, int second) {
  const int common = first < second ? first : second;
  const long a = remains(s, first - common), b = remains(s, second - common);
  return Odds{(65536 - remains(s, first)) * b, (65536 - remains(s, second)) * a,
              remains(s, first) * b};
}

// How likely edge e's variable makes the literal false, because of its other clauses.
__host__ __device__ inline int doubt(const State &s, int e) {
  const int v = abs(s.literal[e]) - 1, negated = s.literal[e] < 0;
  const Odds o =
      odds(s, s.sum[2 * v + !negated], s.sum[2 * v + negated] - s.logarithm[s.warning[e]]);
  const long all = o.first + o.second + o.neither;
  return all > 0 ? (int)(o.first * one / all) : 0;
}

// Clause a warns its variables. The largest change of a warning is returned.
__host__ __device__ inline int warn(const State &s, int a) {
  int change = 0, doubts[longest_clause];
  const int begin = s.row[a], length = s.row[a + 1] - begin;
  if (s.satisfied[a])
    return 0;
  for (int k = 0; k < length; k++)
    doubts[k] = is_free(s, begin + k) ? doubt(s, begin + k) : one;
  for (int k = 0; k < length; k++) {
    if (!is_free(s, begin + k))
      continue;
    int all = one;
    for (int other = 0; other < length; other++)
      if (other != k)
        all = all * doubts[other] / one;
    const int warning = all < one ? all : one - 1, by = abs(warning - s.warning[begin + k]);
    s.warning[begin + k] = warning;
    change = by > change ? by : change;
  }
  return change;
}

// What the warnings say about variable v.
__host__ __device__ inline void weigh(const State &s, int v) {
  const Odds o = odds(s, s.sum[2 * v], s.sum[2 * v + 1]);
  const long more = o.first - o.second, all = o.first + o.second + o.neither;
  s.better[v] = more >= 0;
  s.bias[v] = all > 0 ? (int)((more < 0 ? -more : more) * one / all) : 0;
}

// Variable v hears what the clause of its k-th edge says.
__device__ inline void hear(const State &s, int v, int k) {
  const int e = s.edge[k];
  if (!s.satisfied[s.clause[e]])
    atomicAdd(&s.sum[2 * v + (s.literal[e] < 0)], s.logarithm[s.warning[e]]);
}

// The clause of variable v's k-th edge hears its value.
__device__ inline void tell(const State &s, int v, int k) {
  const int e = s.edge[k];
  if (s.value[v] == (s.literal[e] > 0))
    s.satisfied[s.clause[e]] = 1;
  atomicSub(&s.open[s.clause[e]], 1);
}

__global__ void hear_all(State s, int v, int begin, int end) {
  int k = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (k < end)
    hear(s, v, k);
}
__global__ void tell_all(State s, int v, int begin, int end) {
  int k = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (k < end)
    tell(s, v, k);
}

__global__ void gather(State s) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < s.variables && s.value[v] < 0) {
    int length = s.list[v + 1] - s.list[v];
    s.sum[2 * v] = s.sum[2 * v + 1] = 0;
    if (length > 0)
      hear_all<<<blocks_of(length, child_threads), child_threads>>>(s, v, s.list[v], s.list[v + 1]);
  }
}
__global__ void gather_plain(State s) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < s.variables && s.value[v] < 0) {
    s.sum[2 * v] = s.sum[2 * v + 1] = 0;
    for (int k = s.list[v]; k < s.list[v + 1]; k++)
      hear(s, v, k);
  }
}

__global__ void decimate(State s, int least) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < s.variables && s.value[v] < 0 && s.bias[v] >= least) {
    int length = s.list[v + 1] - s.list[v];
    s.value[v] = s.better[v];
    if (length > 0)
      tell_all<<<blocks_of(length, child_threads), child_threads>>>(s, v, s.list[v], s.list[v + 1]);
  }
}
__global__ void decimate_plain(State s, int least) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < s.variables && s.value[v] < 0 && s.bias[v] >= least) {
    s.value[v] = s.better[v];
    for (int k = s.list[v]; k < s.list[v + 1]; k++)
      tell(s, v, k);
  }
}

__global__ void warn_all(State s) {
  int a = blockIdx.x * blockDim.x + threadIdx.x;
  if (a < s.clauses) {
    int change = warn(s, a);
    if (change > close_enough)
      atomicMax(s.change, change);
  }
}

__global__ void weigh_all(State s) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < s.variables && s.value[v] < 0) {
    weigh(s, v);
    atomicAdd(&s.histogram[s.bias[v]], 1);
  }
}

struct Limits {
  int rounds = 4, sweeps = 20;
};

// Steps is what does the steps. A hundredth of the variables gets values in a round, and all that
// the warnings say as much about.
template <class Steps> static void solve(Steps &steps, int variables, Limits limits) {
  for (int round = 0; round < limits.rounds; round++) {
    for (int sweep = 0; sweep < limits.sweeps; sweep++) {
      steps.gather();
      if (steps.warn() <= close_enough)
        break;
    }
    steps.gather();
    const std::vector<int> histogram = steps.weigh();
    int least = one, found = histogram[one];
    while (least > 1 && found < (variables + 99) / 100)
      found += histogram[--least];
    if (found == 0)
      break; // the warnings say nothing any more
    steps.decimate(least);
  }
}

struct Serial {
  State s;
  void gather() {
    std::fill(s.sum, s.sum + 2 * s.variables, 0);
    for (int e = 0; e < s.row[s.clauses]; e++)
      if (!s.satisfied[s.clause[e]])
        s.sum[2 * (abs(s.literal[e]) - 1) + (s.literal[e] < 0)] += s.logarithm[s.warning[e]];
  }
  int warn() {
    int change = 0;
    for (int a = 0; a < s.clauses; a++)
      change = std::max(change, ::warn(s, a));
    return change;
  }
  std::vector<int> weigh() {
    std::vector<int> histogram(one + 1);
    for (int v = 0; v < s.variables; v++)
      if (s.value[v] < 0) {
        ::weigh(s, v);
        histogram[s.bias[v]]++;
      }
    return histogram;
  }
  void decimate(int least) {
    for (int v = 0; v < s.variables; v++)
      if (s.value[v] < 0 && s.bias[v] >= least)
        s.value[v] = s.better[v];
    for (int a = 0; a < s.clauses; a++) {
      s.open[a] = s.satisfied[a] = 0;
      for (int e = s.row[a]; e < s.row[a + 1]; e++) {
        s.open[a] += is_free(s, e);
        s.satisfied[a] |= s.value[abs(s.literal[e]) - 1] == (s.literal[e] > 0);
      }
    }
  }
};

template <bool PLAIN> struct OnDevice {
  State s;
  Steps &steps;

  void gather() {
    steps.run("gather", [this] {
      const int blocks = blocks_of(s.variables, parent_threads);
      if (PLAIN)
        gather_plain<<<blocks, parent_threads>>>(s);
      else
        ::gather<<<blocks, parent_threads>>>(s);
    });
  }
  int warn() {
    int change = 0;
    refill(s.change, std::vector<int>(1));
    warn_all<<<blocks_of(s.clauses, parent_threads), parent_threads>>>(s);
    CHECK(cudaMemcpy(&change, s.change, sizeof change, cudaMemcpyDeviceToHost));
    return change;
  }
  std::vector<int> weigh() {
    refill(s.histogram, std::vector<int>(one + 1));
    weigh_all<<<blocks_of(s.variables, parent_threads), parent_threads>>>(s);
    return to_host(s.histogram, one + 1);
  }
  void decimate(int least) {
    steps.run("decimate", [=] {
      const int blocks = blocks_of(s.variables, parent_threads);
      if (PLAIN)
        decimate_plain<<<blocks, parent_threads>>>(s, least);
      else
        ::decimate<<<blocks, parent_threads>>>(s, least);
    });
  }
};

struct Problem {
  // A state's arrays, on the host
  std::vector<int> row, literal, clause, list, edge, logarithm, power;
  std::vector<int> warning, sum, satisfied, open, value, bias;
  // As it begins
  std::vector<int> first_warning, first_open;
  State on_device;
  Limits limits;
  Steps &steps;

  Problem(const cnf::Formula &f, Limits limits, Steps &steps)
      : row(f.row), literal(f.literal), list(f.variables + 2), edge(f.literal.size()),
        sum(2 * f.variables), satisfied(f.clauses()), value(f.variables, -1), bias(f.variables),
        limits(limits), steps(steps) {
    const int edges = (int)literal.size();
    for (int a = 0; a < f.clauses(); a++) {
      clause.insert(clause.end(), row[a + 1] - row[a], a);
      first_open.push_back(row[a + 1] - row[a]);
    }
    // list[v + 1] is where the next edge of variable v goes, and in the end where they end.
    for (int l : literal)
      list[abs(l) + 1]++;
    for (int v = 0; v < f.variables; v++)
      list[v + 1] += list[v];
    for (int e = 0; e < edges; e++) {
      edge[list[abs(literal[e])]++] = e;
      first_warning.push_back(scramble(e) % one);
    }
    for (int x = 0; x < one; x++) {
      logarithm.push_back((int)lround(-65536 * log2(1 - x / (double)one)));
      power.push_back((int)lround(65536 * exp2(-x / 4096.0)));
    }
    warning = first_warning;
    open = first_open;
    std::vector<int> better(f.variables);
    on_device = State{f.variables,
                      f.clauses(),
                      to_device(row),
                      to_device(literal),
                      to_device(clause),
                      to_device(list),
                      to_device(edge),
                      to_device(logarithm),
                      to_device(power),
                      to_device(warning),
                      to_device(sum),
                      to_device(satisfied),
                      to_device(open),
                      to_device(value),
                      to_device(bias),
                      to_device(bias),
                      to_device(std::vector<int>(one + 1)),
                      to_device(std::vector<int>(1))};
    Serial serial{State{f.variables, f.clauses(), row.data(), literal.data(), clause.data(),
                        list.data(), edge.data(), logarithm.data(), power.data(), warning.data(),
                        sum.data(), satisfied.data(), open.data(), value.data(), bias.data(),
                        better.data(), nullptr, nullptr}};
    solve(serial, f.variables, limits);
  }
  void reset() {
    refill(on_device.warning, first_warning);
    refill(on_device.open, first_open);
    refill(on_device.satisfied, std::vector<int>(satisfied.size()));
    refill(on_device.value, std::vector<int>(value.size(), -1));
  }
  // Clauses that all values make false
  long broken() const {
    long n = 0;
    for (size_t a = 0; a < open.size(); a++)
      n += !open[a] && !satisfied[a];
    return n;
  }
  bool right() const {
    return to_host(on_device.value, value.size()) == value &&
           to_host(on_device.warning, warning.size()) == warning &&
           to_host(on_device.satisfied, satisfied.size()) == satisfied &&
           to_host(on_device.open, open.size()) == open;
  }
};

template <bool PLAIN> static float solve_on_device(Problem &p) {
  OnDevice<PLAIN> steps{p.on_device, p.steps};
  solve(steps, p.on_device.variables, p.limits);
  return p.steps.time();
}

// The formula that the command line asks for, if it is one that fits.
static cnf::Formula make_formula(const std::string &file, int clauses, int variables, int k) {
  cnf::Formula f = file.empty()
                       ? cnf::random(clauses ? clauses : (int)(4.2 * variables), variables, k)
                       : cnf::load_or_exit(file);
  std::vector<int> uses(f.variables);
  for (int l : f.literal)
    uses[abs(l) - 1]++;
  bool fits = f.clauses() > 0 && *std::max_element(uses.begin(), uses.end()) <= longest_list;
  for (int a = 0; a < f.clauses(); a++)
    fits &= f.row[a + 1] - f.row[a] <= longest_clause;
  if (!fits) {
    fprintf(stderr,
            "survey: clauses have to have at most %d literals, and variables to be in at "
            "most %d\n",
            longest_clause, longest_list);
    exit(1);
  }
  return f;
}

int main(int argc, char **argv) {
  std::string file;
  int clauses = 0, k = 3;
  Limits limits;
  Steps steps({"gather", "decimate"});
  Versions versions(
      argc, argv, 1000, 1 << 24, {"launch", "plain"},
      [&](int argc, char **argv, int &i) {
        const std::string word = argv[i];
        if (word == "--cnf" && i + 1 < argc) {
          file = argv[++i];
          return true;
        }
        int *n = word == "--clauses"  ? &clauses
                 : word == "--k"      ? &k
                 : word == "--rounds" ? &limits.rounds
                 : word == "--sweeps" ? &limits.sweeps
                                      : nullptr;
        if (n)
          return i + 1 < argc && number(argv[++i], 1, n == &k ? longest_clause : INT_MAX, *n);
        return steps.take(argc, argv, i);
      },
      "[--step gather|decimate] [--cnf FILE] [--clauses N] [--k N] [--rounds N] [--sweeps N]");
  if (file.empty() && versions.size() < k) {
    fprintf(stderr, "survey: fewer variables than a clause has\n");
    return 1;
  }
  const cnf::Formula formula = make_formula(file, clauses, versions.size(), k);
  Problem problem(formula, limits, steps);
  versions.note("variables", formula.variables);
  versions.note("clauses", formula.clauses());
  versions.note("decided",
                formula.variables - std::count(problem.value.begin(), problem.value.end(), -1));
  versions.note("satisfied", std::count(problem.satisfied.begin(), problem.satisfied.end(), 1));
  versions.note("broken", problem.broken());
  allow_launches(formula.variables + 2048);
  versions.run("launch", problem, solve_on_device<false>);
  versions.run("plain", problem, solve_on_device<true>);
  return versions.finish();
}
