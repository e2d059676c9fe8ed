// Reads graphs from files and makes the generated ones, as compressed sparse rows. Host code only,
// C++17, no CUDA.
//
//   graph::Graph g = graph::load("web.mtx", undirected);      // throws graph::Error
//   graph::Graph g = graph::load_or_exit("web.mtx", false);   // prints the error and leaves with
//   exit code 1
//
// Formats: edge list (SNAP, with or without comments or a `nodes edges` line), Matrix Market
// (coordinate), DIMACS shortest path (.gr), METIS (.graph), Galois binary (.gr, versions 1 and 2).
// Content decides; the file name only where content cannot. Nothing that a file claims is believed
// before the file's size makes it possible, so memory stays proportional to the file.
#ifndef EXAMPLES_GRAPH_H
#define EXAMPLES_GRAPH_H
#include <algorithm>
#include <cctype>
#include <charconv>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
#include "text.h"

namespace graph {

struct Graph {
  int nodes = 0;
  std::vector<int> row;      // nodes + 1 offsets into col
  std::vector<int> col;      // targets of the edges
  std::vector<float> weight; // one for each edge; empty if the file has none
  int edges() const { return (int)col.size(); }
  int degree(int v) const { return row[v + 1] - row[v]; }
};

using text::Error;

namespace detail {

using text::read_file;
using text::Text;

struct Edge {
  int from, to;
  float weight;
};

// Isolated nodes cost no bytes in some formats; this is how many a file of that size may claim.
inline bool plausible_nodes(int64_t nodes, size_t bytes) {
  return nodes <= INT_MAX - 1 &&
         (uint64_t)nodes <= std::max<uint64_t>(1 << 20, 16 * (uint64_t)bytes);
}

// Rows keep the order of the file; `undirected` adds what is missing of the reverse edges, and then
// rows are sorted sets.
inline Graph build(int nodes, std::vector<Edge> &edges, bool weighted, bool undirected) {
  if (undirected) {
    size_t given = edges.size();
    edges.reserve(2 * given);
    for (size_t i = 0; i < given; i++)
      edges.push_back({edges[i].to, edges[i].from, edges[i].weight});
    auto key = [](const Edge &e) { return std::make_pair(e.from, e.to); };
    std::stable_sort(edges.begin(), edges.end(),
                     [&](const Edge &a, const Edge &b) { return key(a) < key(b); });
    edges.erase(std::unique(edges.begin(), edges.end(),
                            [&](const Edge &a, const Edge &b) { return key(a) == key(b); }),
                edges.end());
  }
  if (edges.size() > INT_MAX)
    throw std::length_error("too many edges");
  Graph g;
  g.nodes = nodes;
  g.row.assign((size_t)nodes + 1, 0);
  for (const Edge &e : edges)
    g.row[e.from + 1]++;
  for (int v = 0; v < nodes; v++)
    g.row[v + 1] += g.row[v];
  g.col.resize(edges.size());
  if (weighted)
    g.weight.resize(edges.size());
  std::vector<int> next(g.row.begin(), g.row.end() - 1);
  for (const Edge &e : edges) {
    int k = next[e.from]++;
    g.col[k] = e.to;
    if (weighted)
      g.weight[k] = e.weight;
  }
  return g;
}

inline std::string lower(std::string s) {
  for (char &c : s)
    c = (char)tolower((unsigned char)c);
  return s;
}

// `# Nodes: 7115 Edges: 103689`, as SNAP writes it: the count behind `key` in this comment line, or
// -1.
inline int64_t snap_count(const char *line, const char *end, const char *key) {
  const char *nl = (const char *)memchr(line, '\n', (size_t)(end - line));
  std::string s(line, nl ? nl : end);
  size_t at = s.find(key);
  if (at == std::string::npos)
    return -1;
  at += strlen(key);
  while (at < s.size() && s[at] == ' ')
    at++;
  int64_t v = -1;
  auto r = std::from_chars(s.data() + at, s.data() + s.size(), v);
  return r.ec == std::errc() && v >= 0 ? v : -1;
}

inline Graph edge_list(const std::string &path, const std::string &text, bool undirected) {
  struct Pair {
    int64_t from, to;
    float weight;
  };
  Text in(path, text);
  const char *end = text.data() + text.size();
  std::vector<Pair> pairs;
  bool weighted = false, first_has_weight = false;
  int64_t promised = -1;
  for (; !in.at_end();) {
    char c = in.peek();
    if (c == '#' || c == '%') {
      if (promised < 0)
        promised = snap_count(in.line_text(), end, "Edges:");
      in.next_line();
      continue;
    }
    if (c == '\n') {
      in.next_line();
      continue;
    }
    Pair p;
    p.from = in.count("node id");
    p.to = in.count("node id");
    p.weight = 1;
    if (!in.at_line_end()) {
      p.weight = in.number("weight");
      weighted = true;
      if (pairs.empty())
        first_has_weight = true;
      // More columns (time stamps and the like) are not ours.
      while (!in.at_line_end())
        in.number("column");
    }
    in.next_line();
    pairs.push_back(p);
  }
  if (pairs.empty())
    in.fail("no edges in this file");
  int64_t highest = 0, lowest = INT64_MAX;
  for (size_t i = 1; i < pairs.size(); i++) {
    highest = std::max({highest, pairs[i].from, pairs[i].to});
    lowest = std::min({lowest, pairs[i].from, pairs[i].to});
  }
  int64_t nodes = 0, base = 0, rest = (int64_t)pairs.size() - 1;
  const Pair head = pairs[0];
  if (!first_has_weight && promised < 0 && rest > 0 && head.from > 0) {
    // The line `nodes edges` looks like an edge; its numbers say that it is none.
    bool fits0 = highest < head.from, fits1 = lowest >= 1 && highest <= head.from;
    if (head.to == rest && (fits0 || fits1)) {
      nodes = head.from;
      base = fits0 ? 0 : 1;
      pairs.erase(pairs.begin());
    } else if (rest >= 16 && fits0 && lowest <= 1 && head.to > head.from && head.to > rest)
      in.fail("the first line promises " + std::to_string(head.to) + " edges, the file has " +
              std::to_string(rest));
  }
  if (promised > (int64_t)pairs.size())
    in.fail("the comment promises " + std::to_string(promised) + " edges, the file has " +
            std::to_string(pairs.size()));
  std::vector<Edge> edges;
  edges.reserve(pairs.size());
  if (nodes > 0 && plausible_nodes(nodes, text.size())) {
    for (const Pair &p : pairs)
      edges.push_back({(int)(p.from - base), (int)(p.to - base), p.weight});
  } else { // ids may have gaps and be of any size: number the ones that occur
    std::vector<int64_t> ids;
    ids.reserve(2 * pairs.size());
    for (const Pair &p : pairs) {
      ids.push_back(p.from);
      ids.push_back(p.to);
    }
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    if (ids.size() > INT_MAX - 1)
      in.fail("more nodes than 32-bit numbers can hold");
    nodes = (int64_t)ids.size();
    auto index = [&](int64_t id) {
      return (int)(std::lower_bound(ids.begin(), ids.end(), id) - ids.begin());
    };
    for (const Pair &p : pairs)
      edges.push_back({index(p.from), index(p.to), p.weight});
  }
  return build((int)nodes, edges, weighted, undirected);
}

inline Graph matrix_market(const std::string &path, const std::string &text, bool undirected) {
  Text in(path, text);
  in.word(); // %%MatrixMarket
  std::string part[4];
  const char *what[4] = {"object", "format", "field", "symmetry"};
  for (int i = 0; i < 4; i++) {
    if (in.at_line_end())
      in.fail(std::string("missing ") + what[i] + " in the Matrix Market header");
    part[i] = lower(in.word());
  }
  if (part[0] != "matrix" || part[1] != "coordinate")
    in.fail("only Matrix Market 'matrix coordinate' files hold a graph");
  int values = part[2] == "pattern"                                   ? 0
               : part[2] == "real" || part[2] == "integer"            ? 1
               : part[2] == "double" || part[2] == "unsigned-integer" ? 1
               : part[2] == "complex"                                 ? 2
                                                                      : -1;
  if (values < 0)
    in.fail("unknown Matrix Market field");
  bool mirror = part[3] == "symmetric" || part[3] == "hermitian",
       skew = part[3] == "skew-symmetric";
  if (!mirror && !skew && part[3] != "general")
    in.fail("unknown Matrix Market symmetry");
  in.expect_line_end("the symmetry");
  if (!in.skip_to_data("%"))
    in.fail("the file ends before its size line");
  int64_t rows = in.count("number of rows"), cols = in.count("number of columns"),
          entries = in.count("number of entries");
  if (rows != cols)
    in.fail("the matrix is not square, so it is no graph");
  if (rows == 0)
    in.fail("no nodes in this file");
  if (!plausible_nodes(rows, text.size()))
    in.fail("too many nodes for a file of this size");
  in.expect_line_end("the number of entries");
  std::vector<Edge> edges;
  for (int64_t k = 0; k < entries; k++) {
    if (!in.skip_to_data("%"))
      in.fail("the file ends after " + std::to_string(k) + " of " + std::to_string(entries) +
              " entries");
    Edge e;
    e.from = in.node("row", 1, rows);
    e.to = in.node("column", 1, cols);
    e.weight = values > 0 ? in.number("value") : 1;
    if (values > 1)
      in.number("imaginary part");
    in.expect_line_end("the entry");
    edges.push_back(e);
    if ((mirror || skew) && e.from != e.to)
      edges.push_back({e.to, e.from, skew ? -e.weight : e.weight});
  }
  if (in.skip_to_data("%"))
    in.fail("more entries than the size line says");
  return build((int)rows, edges, values > 0, undirected);
}

inline Graph dimacs(const std::string &path, const std::string &text, bool undirected) {
  Text in(path, text);
  int64_t nodes = -1, arcs = 0;
  std::vector<Edge> edges;
  for (; in.skip_to_data(""); in.next_line()) {
    char c = in.peek();
    std::string w;
    if (c == 'c')
      continue;
    w = in.word();
    if (w == "p") {
      if (nodes >= 0)
        in.fail("second problem line");
      if (in.at_line_end() || in.word() != "sp")
        in.fail("only the problem 'sp' is known");
      nodes = in.count("number of nodes");
      arcs = in.count("number of arcs");
      if (nodes == 0)
        in.fail("no nodes in this file");
      if (!plausible_nodes(nodes, text.size()))
        in.fail("too many nodes for a file of this size");
    } else if (w == "a") {
      if (nodes < 0)
        in.fail("arc before the problem line");
      if ((int64_t)edges.size() == arcs)
        in.fail("more arcs than the problem line says");
      Edge e;
      e.from = in.node("node", 1, nodes);
      e.to = in.node("node", 1, nodes);
      e.weight = in.number("weight");
      edges.push_back(e);
    } else
      in.fail("a line begins with 'c', 'p' or 'a' in this format");
    if (!in.at_line_end())
      in.fail("unexpected text at the end of the line");
  }
  if (nodes < 0)
    in.fail("no problem line");
  if ((int64_t)edges.size() != arcs)
    in.fail("the file ends after " + std::to_string(edges.size()) + " of " + std::to_string(arcs) +
            " arcs");
  return build((int)nodes, edges, true, undirected);
}

inline Graph metis(const std::string &path, const std::string &text, bool undirected) {
  Text in(path, text);
  if (!in.skip_to_data("%"))
    in.fail("the file ends before its header");
  int64_t nodes = in.count("number of nodes"), lines = in.count("number of edges"), format = 0,
          weights = 1;
  bool given = false;
  if (!in.at_line_end()) {
    format = in.count("format");
    if (!in.at_line_end()) {
      weights = in.count("number of node weights");
      given = true;
    }
  }
  if (format > 111 || format % 10 > 1 || format / 10 % 10 > 1)
    in.fail("the format is not three digits, each 0 or 1");
  bool sizes = format / 100, node_weights = format / 10 % 10, edge_weights = format % 10;
  if (given && weights > 1024)
    in.fail("too many node weights");
  if (nodes == 0)
    in.fail("no nodes in this file");
  if (nodes > (int64_t)text.size()) // every node has a line
    in.fail("too many nodes for a file of this size");
  in.expect_line_end("the header");
  std::vector<Edge> edges;
  for (int64_t v = 0; v < nodes; v++) {
    while (!in.at_end() && in.peek() == '%')
      in.next_line();
    if (in.at_end())
      in.fail("the file ends after " + std::to_string(v) + " of " + std::to_string(nodes) +
              " nodes");
    if (sizes)
      in.number("node size");
    for (int64_t k = 0; node_weights && k < weights; k++)
      in.number("node weight");
    while (!in.at_line_end()) {
      Edge e;
      e.from = (int)v;
      e.to = in.node("neighbour", 1, nodes);
      e.weight = edge_weights ? in.number("edge weight") : 1;
      edges.push_back(e);
    }
    in.next_line();
  }
  if (in.skip_to_data("%"))
    in.fail("more lines than nodes");
  // Compared by halves: twice the promised number may not fit.
  if (edges.size() % 2 || lines != (int64_t)(edges.size() / 2))
    in.fail("the header promises " + std::to_string(lines) + " edges, the lists hold " +
            std::to_string(edges.size()) + " ends");
  return build((int)nodes, edges, edge_weights, undirected);
}

inline uint64_t little_endian(const std::string &bytes, size_t at, int size) {
  uint64_t v = 0;
  for (int i = size; i-- > 0;)
    v = v << 8 | (unsigned char)bytes[at + i];
  return v;
}

inline Graph galois(const std::string &path, const std::string &bytes, bool undirected) {
  auto fail = [&](uint64_t at, const std::string &what) {
    throw Error(path + ":offset " + std::to_string(at) + ": error: " + what);
  };
  if (bytes.size() < 32)
    fail(bytes.size(), "the file ends inside its header");
  uint64_t version = little_endian(bytes, 0, 8), edge_size = little_endian(bytes, 8, 8),
           nodes = little_endian(bytes, 16, 8), edges = little_endian(bytes, 24, 8);
  if (version != 1 && version != 2)
    fail(0, "unknown version " + std::to_string(version));
  if (edge_size > 1024)
    fail(8, "edge data of " + std::to_string(edge_size) + " bytes");
  if (nodes == 0)
    fail(16, "no nodes in this file");
  uint64_t left = bytes.size() - 32, width = version == 1 ? 4 : 8;
  if (nodes > left / 8 || nodes > INT_MAX - 1)
    fail(16, std::to_string(nodes) + " nodes do not fit into the file");
  left -= nodes * 8;
  if (edges > left / (width + edge_size) || edges > INT_MAX)
    fail(24, std::to_string(edges) + " edges do not fit into the file");
  uint64_t targets = 32 + nodes * 8, data = targets + edges * width;
  if (version == 1 && edges % 2)
    data += 4; // version 1 aligns the edge data to 8 bytes
  if (edge_size && (data > bytes.size() || bytes.size() - data < edges * edge_size))
    fail(bytes.size(), "the file ends inside its edge data");
  std::vector<Edge> list;
  list.reserve(edges);
  uint64_t k = 0;
  for (uint64_t v = 0; v < nodes; v++) {
    uint64_t at = 32 + v * 8, stop = little_endian(bytes, at, 8);
    if (stop < k || stop > edges)
      fail(at, "the node's edges end at " + std::to_string(stop) + ", out of order");
    for (; k < stop; k++) {
      uint64_t to = little_endian(bytes, targets + k * width, (int)width);
      if (to >= nodes)
        fail(targets + k * width, "target " + std::to_string(to) + " is no node");
      float w = edge_size == 4 ? (float)little_endian(bytes, data + k * 4, 4) : 1;
      list.push_back({(int)v, (int)to, w});
    }
  }
  if (k != edges)
    fail(32 + (nodes - 1) * 8, std::to_string(edges - k) + " edges belong to no node");
  return build((int)nodes, list, edge_size == 4, undirected);
}

inline bool has_extension(const std::string &path, const char *ext) {
  size_t n = strlen(ext);
  return path.size() >= n && lower(path.substr(path.size() - n)) == ext;
}

} // namespace detail

inline Graph parse(const std::string &path, const std::string &text, bool undirected = false) {
  using namespace detail;
  if (text.empty())
    throw Error(path + ":1: error: the file is empty");
  bool binary = memchr(text.data(), 0, std::min<size_t>(text.size(), 8)) != nullptr;
  try {
    if (binary && (has_extension(path, ".gr") || has_extension(path, ".sgr") ||
                   (text.size() >= 8 && little_endian(text, 0, 8) <= 2)))
      return galois(path, text, undirected);
    if (lower(text.substr(0, 14)) == "%%matrixmarket")
      return matrix_market(path, text, undirected);
    if (has_extension(path, ".mtx"))
      throw Error(path + ":1: error: a Matrix Market file begins with %%MatrixMarket");
    if (has_extension(path, ".graph") || has_extension(path, ".metis"))
      return metis(path, text, undirected);
    Text in(path, text);
    if (has_extension(path, ".gr") ||
        (in.skip_to_data("") && (in.peek() == 'c' || in.peek() == 'p')))
      return dimacs(path, text, undirected);
    return edge_list(path, text, undirected);
  } catch (const std::bad_alloc &) {
    throw Error(path + ":1: error: out of memory");
  } catch (const std::length_error &) {
    throw Error(path + ":1: error: more edges than 32-bit numbers can hold");
  }
}

inline Graph load(const std::string &path, bool undirected = false) {
  return parse(path, detail::read_file(path), undirected);
}

inline Graph load_or_exit(const std::string &path, bool undirected = false) {
  return text::or_exit([&] { return load(path, undirected); });
}

// Every node has `degree` edges to random nodes; duplicates and loops stay.
inline Graph random(int nodes, int degree, unsigned seed = 1) {
  std::mt19937 draw(seed);
  Graph g;
  g.nodes = nodes;
  g.row.resize((size_t)nodes + 1);
  g.col.reserve((size_t)nodes * degree);
  for (int v = 0; v < nodes; v++) {
    g.row[v] = (int)g.col.size();
    for (int k = 0; k < degree; k++)
      g.col.push_back((int)(draw() % (unsigned)nodes));
  }
  g.row[nodes] = (int)g.col.size();
  return g;
}

// Graph500 R-MAT (0.57, 0.19, 0.19): `edge_factor` draws a node, each entered in both directions;
// rows are sorted, duplicates and loops stay, nodes are not renumbered.
inline Graph rmat(int scale, int edge_factor, unsigned seed = 1) {
  std::mt19937 draw(seed);
  int nodes = 1 << scale;
  std::vector<std::pair<int, int>> drawn;
  drawn.reserve((size_t)nodes * edge_factor);
  for (int64_t k = 0; k < (int64_t)nodes * edge_factor; k++) {
    int u = 0, v = 0;
    for (int b = 0; b < scale; b++) {
      double x = draw() / 4294967296.0;
      // Sums of comparisons: a processor cannot foresee branches on random numbers.
      int quarter = (x >= .57) + (x >= .76) + (x >= .95);
      u = u * 2 + (quarter >> 1);
      v = v * 2 + (quarter & 1);
    }
    drawn.push_back({u, v});
  }
  Graph g;
  g.nodes = nodes;
  g.row.assign((size_t)nodes + 1, 0);
  for (auto [u, v] : drawn) {
    g.row[u + 1]++;
    g.row[v + 1]++;
  }
  for (int v = 0; v < nodes; v++)
    g.row[v + 1] += g.row[v];
  // The graph is symmetric, so it is its own transpose: entering the rows in order into the columns
  // that they name sorts all of them.
  std::vector<int> next(g.row.begin(), g.row.end() - 1), unsorted(2 * drawn.size());
  for (auto [u, v] : drawn) {
    unsorted[next[u]++] = v;
    unsorted[next[v]++] = u;
  }
  g.col.resize(unsorted.size());
  next.assign(g.row.begin(), g.row.end() - 1);
  for (int u = 0; u < nodes; u++)
    for (int k = g.row[u]; k < g.row[u + 1]; k++)
      g.col[next[unsorted[k]]++] = u;
  return g;
}

// What a road network is like: few edges a node and long ways. Neighbours in a grid, in both
// directions.
inline Graph grid(int width, int height) {
  Graph g;
  g.nodes = width * height;
  g.row.reserve((size_t)g.nodes + 1);
  g.col.reserve(4 * (size_t)g.nodes);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      int v = y * width + x;
      g.row.push_back((int)g.col.size());
      if (y > 0)
        g.col.push_back(v - width);
      if (x > 0)
        g.col.push_back(v - 1);
      if (x + 1 < width)
        g.col.push_back(v + 1);
      if (y + 1 < height)
        g.col.push_back(v + width);
    }
  g.row.push_back((int)g.col.size());
  return g;
}

// The edges turned round, without weights; rows are sorted.
inline Graph transpose(const Graph &g) {
  Graph t;
  t.nodes = g.nodes;
  t.row.assign((size_t)g.nodes + 1, 0);
  for (int v : g.col)
    t.row[v + 1]++;
  for (int v = 0; v < g.nodes; v++)
    t.row[v + 1] += t.row[v];
  t.col.resize(g.col.size());
  std::vector<int> next(t.row.begin(), t.row.end() - 1);
  for (int u = 0; u < g.nodes; u++)
    for (int k = g.row[u]; k < g.row[u + 1]; k++)
      t.col[next[g.col[k]]++] = u;
  return t;
}

// Every edge in both directions, without weights; rows are sorted sets.
inline Graph symmetric(const Graph &g) {
  const Graph back = transpose(g), sorted = transpose(back);
  Graph s;
  s.nodes = g.nodes;
  s.row.push_back(0);
  s.col.reserve(2 * g.col.size());
  for (int v = 0; v < g.nodes; v++) {
    const auto begin = s.col.size();
    std::merge(sorted.col.begin() + sorted.row[v], sorted.col.begin() + sorted.row[v + 1],
               back.col.begin() + back.row[v], back.col.begin() + back.row[v + 1],
               std::back_inserter(s.col));
    s.col.erase(std::unique(s.col.begin() + (long)begin, s.col.end()), s.col.end());
    s.row.push_back((int)s.col.size());
  }
  return s;
}

// A program's options for its graph, one word of the command line after another.
struct Options {
  enum { RMAT, RANDOM, GRID } kind = RMAT;
  std::string file;        // instead of a generated one
  bool undirected = false; // add what is missing of the reverse edges
  int a, b, seed = 1;      // scale and edge factor, nodes and degree, or width and height

  static constexpr const char *usage =
      "[--graph FILE] [--undirected] [--rmat SCALE[:EDGEFACTOR]] [--random NODES:DEGREE] "
      "[--grid WIDTH:HEIGHT] [--seed N]";

  // R-MAT unless the command line says something else.
  Options(int scale, int edge_factor) : a(scale), b(edge_factor) {}

  // Whether argv[i] is one of them; then i is moved to its last word. Throws Error.
  bool take(int argc, char **argv, int &i) {
    const std::string option = argv[i];
    if (option == "--undirected") {
      undirected = true;
      return true;
    }
    int none = 0;
    if (option != "--graph" && option != "--rmat" && option != "--random" && option != "--grid" &&
        option != "--seed")
      return false;
    if (++i == argc)
      throw Error("missing value of " + option);
    if (option == "--graph")
      file = argv[i];
    else if (option == "--seed")
      numbers(argv[i], seed, none);
    else {
      kind = option == "--rmat" ? RMAT : option == "--random" ? RANDOM : GRID;
      numbers(argv[i], a, b);
    }
    return true;
  }

  // "A" or "A:B"
  static void numbers(const char *text, int &a, int &b) {
    char *stop;
    long x = strtol(text, &stop, 10), y = b;
    if (*stop == ':' && stop[1] >= '0' && stop[1] <= '9')
      y = strtol(stop + 1, &stop, 10);
    if (stop == text || *stop || x < 0 || y < 0 || x > INT_MAX || y > INT_MAX)
      throw Error("bad number " + std::string(text));
    a = (int)x;
    b = (int)y;
  }

  Graph make() const {
    if (!file.empty())
      return load(file, undirected);
    if (a < 1 || b < 1 ||
        (kind == RMAT     ? a > 29 || ((int64_t)b << a) > INT_MAX / 2
         : kind == RANDOM ? (int64_t)a * b > (undirected ? INT_MAX / 2 : INT_MAX)
                          : (int64_t)a * b > INT_MAX / 4))
      throw Error("a graph of that size cannot be made");
    if (kind == RMAT) // symmetric as it is, as is a grid
      return rmat(a, b, seed);
    if (kind == GRID)
      return grid(a, b);
    return undirected ? symmetric(random(a, b, seed)) : random(a, b, seed);
  }
  bool take_or_exit(int argc, char **argv, int &i) {
    return text::or_exit([&] { return take(argc, argv, i); });
  }
  Graph make_or_exit() const {
    return text::or_exit([&] { return make(); });
  }
};

} // namespace graph
#endif
