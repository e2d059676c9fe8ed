// Tests of examples/graph.h: one small file of each format and its variants, malformed files, and
// fuzzing of both; and of examples/cnf.h. With arguments: reads each file named and prints its size.
#include "../../examples/cnf.h"
#include "../../examples/graph.h"

static int failed, passed;

static std::string show(const graph::Graph &g) {
  std::string s = std::to_string(g.nodes) + ":";
  for (int v = 0; v < g.nodes; v++)
    for (int j = g.row[v]; j < g.row[v + 1]; j++) {
      char buf[64];
      snprintf(buf, sizeof buf, g.weight.empty() ? " %d>%d" : " %d>%d=%g", v, g.col[j],
               g.weight.empty() ? 0.0 : g.weight[j]);
      s += buf;
    }
  return s;
}

static bool valid(const graph::Graph &g) {
  bool ok = g.nodes > 0 && g.row.size() == (size_t)g.nodes + 1 && g.row[0] == 0 &&
            g.row[g.nodes] == g.edges() && (g.weight.empty() || g.weight.size() == g.col.size());
  for (int v = 0; ok && v < g.nodes; v++)
    ok = g.row[v] <= g.row[v + 1];
  for (int v : g.col)
    ok = ok && v >= 0 && v < g.nodes;
  return ok;
}

static void verdict(bool ok, const std::string &name, const std::string &got,
                    const std::string &want) {
  ok ? passed++ : failed++;
  if (!ok)
    printf("FAIL: %s\n  got:  %s\n  want: %s\n", name.c_str(), got.c_str(), want.c_str());
}

// The same for a formula: clauses with a blank between literals and a 0 at their ends.
static void expect_formula(const std::string &text, const std::string &want) {
  std::string got;
  try {
    const cnf::Formula f = cnf::parse("f.cnf", text);
    got = std::to_string(f.variables) + ":";
    for (int a = 0; a < f.clauses(); a++, got += " 0")
      for (int e = f.row[a]; e < f.row[a + 1]; e++)
        got += " " + std::to_string(f.literal[e]);
  } catch (const text::Error &e) {
    got = e.what();
  }
  verdict(got == want, "f.cnf <" + text.substr(0, 60) + ">", got, want);
}

// `name` is the file name that the text pretends to have; `want` the graph, or the error.
static void expect(const std::string &name, const std::string &text, const std::string &want,
                   bool undirected = false) {
  std::string got;
  try {
    graph::Graph g = graph::parse(name, text, undirected);
    got = valid(g) ? show(g) : "invalid graph";
  } catch (const graph::Error &e) {
    got = e.what();
  }
  verdict(got == want, name + " <" + text.substr(0, 60) + ">", got, want);
}

static std::string crlf(const std::string &s) {
  std::string r;
  for (char c : s)
    r += c == '\n' ? "\r\n" : std::string(1, c);
  return r;
}

static std::string words(std::initializer_list<uint64_t> w, int size = 8) {
  std::string s;
  for (uint64_t x : w)
    for (int i = 0; i < size; i++)
      s += (char)(x >> 8 * i);
  return s;
}

// Any outcome is right that is a valid graph or an error with a position.
static void fuzz(const std::string &name, const std::string &text, uint64_t &tried) {
  std::mt19937 draw(7);
  auto attempt = [&](const std::string &t) {
    tried++;
    std::string got = "valid graph or error";
    try {
      if (!valid(graph::parse(name, t, tried % 3 == 0)))
        got = "invalid graph";
    } catch (const graph::Error &e) {
      std::string w = e.what();
      if (w.compare(0, name.size() + 1, name + ":") || w.find(": error: ") == std::string::npos)
        got = w;
    }
    if (got != "valid graph or error")
      verdict(false, "fuzzed " + name, got, "valid graph or error");
  };
  for (size_t n = 0; n <= text.size(); n++)
    attempt(text.substr(0, n));
  const char *numbers[] = {"-1",
                           "0",
                           "1000000000000",
                           "2147483647",
                           "2147483648",
                           "9223372036854775807",
                           "9223372036854775808",
                           "99999999999999999999999999",
                           "1e400",
                           "nan",
                           "-0x1p9"};
  for (int k = 0; k < 3000; k++) {
    std::string t = text;
    for (unsigned edits = 1 + draw() % 4; edits-- > 0;) {
      size_t at = draw() % (t.size() + 1);
      switch (draw() % 4) {
      case 0:
        if (at < t.size())
          t[at] = (char)draw();
        break;
      case 1:
        t.insert(at, 1, " \n\r\t0-9#%ap"[draw() % 11]);
        break;
      case 2:
        t.erase(at, draw() % 5);
        break;
      case 3: { // another number in the place of one
        size_t b = t.find_first_of("0123456789", at), e = t.find_first_not_of("0123456789", b);
        if (b != std::string::npos)
          t.replace(b, e == std::string::npos ? std::string::npos : e - b, numbers[draw() % 11]);
      }
      }
    }
    attempt(t);
  }
  for (int k = 0; k < 500; k++) {
    std::string t(draw() % 80, 0);
    for (char &c : t)
      c = (char)draw();
    attempt(t);
  }
}

// A program with these arguments gets the graph `want`, or that error.
static void options(std::vector<std::string> words, const std::string &want) {
  std::vector<char *> argv{nullptr};
  std::string got, all;
  for (std::string &w : words) {
    argv.push_back(&w[0]);
    all += " " + w;
  }
  try {
    graph::Options options(4, 2);
    for (int i = 1; i < (int)argv.size(); i++)
      if (!options.take((int)argv.size(), argv.data(), i))
        throw graph::Error(std::string("not mine: ") + argv[i]);
    got = show(options.make());
  } catch (const graph::Error &e) {
    got = e.what();
  }
  verdict(got == want, "options" + all, got, want);
}

static int read_files(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    graph::Graph g = graph::load_or_exit(argv[i]);
    int most = 0;
    for (int v = 0; v < g.nodes; v++)
      most = std::max(most, g.degree(v));
    printf("%s: %d nodes, %d edges, %d at most from a node%s%s\n", argv[i], g.nodes, g.edges(),
           most, g.weight.empty() ? "" : ", weighted", valid(g) ? "" : " INVALID");
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc > 1)
    return read_files(argc, argv);

  // Edge lists
  const std::string snap = "# Directed graph: tiny\n# Nodes: 4 Edges: 5\n# From "
                           "To\n10\t20\n10\t30\n30\t10\n70 20\n70\t70\n";
  const std::string snap_graph = "4: 0>1 0>2 2>0 3>1 3>3";
  expect("snap.txt", snap, snap_graph);
  expect("snap.txt", crlf(snap), snap_graph);
  expect("snap", snap, "4: 0>1 0>2 1>0 1>3 2>0 3>1 3>3", true);
  expect("snap.txt", snap.substr(0, snap.size() - 1), snap_graph);
  expect("short.txt", "# Nodes: 4 Edges: 5\n1 2\n",
         "short.txt:3: error: the comment promises 5 edges, the file has 1");
  const std::string counted = "5 4\n0 1\n1 2\n2 0\n3 0\n";
  expect("counted.txt", counted, "5: 0>1 1>2 2>0 3>0");
  expect("counted.txt", crlf(counted), "5: 0>1 1>2 2>0 3>0");
  expect("counted1.txt", "3 2\n1 2\n3 1\n", "3: 0>1 2>0");
  expect("plain.txt", "0 1\n1 2\n", "3: 0>1 1>2");
  expect("plain.txt", "0 1\n\n  1   2  \n\n", "3: 0>1 1>2");
  expect("weights.txt", "% a comment\n0 1 2.5\n1 0 -1\n", "2: 0>1=2.5 1>0=-1");
  expect("times.txt", "0 1 4 1082040961\n", "2: 0>1=4");
  expect("big.txt", "9000000000000000000 5\n", "2: 1>0");
  expect("bad.txt", "0 1\n1\n", "bad.txt:2: error: missing node id");
  expect("bad.txt", "0 1\r\n1 x\r\n", "bad.txt:2: error: 'x' is not a valid node id");
  expect("bad.txt", "0 1\n1 2x\n", "bad.txt:2: error: '2x' is not a valid node id");
  expect("bad.txt", "0 1\n-1 2\n", "bad.txt:2: error: node id is negative");
  expect("bad.txt", "0 99999999999999999999\n", "bad.txt:1: error: node id is out of range");
  expect("bad.txt", "0 1 w\n", "bad.txt:1: error: 'w' is not a valid weight");
  expect("none.txt", "# nothing\n", "none.txt:2: error: no edges in this file");
  expect("empty.txt", "", "empty.txt:1: error: the file is empty");
  expect("huge.txt", "1000000000000 1\n0 1\n", "2: 0>1");
  {
    std::string cut = "40 5000\n";
    for (int i = 0; i < 20; i++)
      cut += std::to_string(i) + " " + std::to_string(i + 1) + "\n";
    expect("cut.txt", cut,
           "cut.txt:22: error: the first line promises 5000 edges, the file has 20");
  }

  // Matrix Market
  const std::string mtx = "%%MatrixMarket matrix coordinate real general\n% comment\n\n3 3 3\n1 2 "
                          "0.5\n2 3 -1e3\n3 3 7\n";
  expect("a.mtx", mtx, "3: 0>1=0.5 1>2=-1000 2>2=7");
  expect("a.mtx", crlf(mtx), "3: 0>1=0.5 1>2=-1000 2>2=7");
  expect("no-extension", mtx, "3: 0>1=0.5 1>2=-1000 2>2=7");
  expect("a.mtx", "%%matrixmarket MATRIX Coordinate Pattern Symmetric\n3 3 2\n2 1\n3 3\n",
         "3: 0>1 1>0 2>2");
  expect("a.mtx", "%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 4\n",
         "2: 0>1=-4 1>0=4");
  expect("a.mtx", "%%MatrixMarket matrix coordinate complex hermitian\n2 2 1\n2 1 4 -1\n",
         "2: 0>1=4 1>0=4");
  expect("b.mtx", "1 2\n", "b.mtx:1: error: a Matrix Market file begins with %%MatrixMarket");
  expect("b.mtx", "%%MatrixMarket matrix array real general\n2 2\n",
         "b.mtx:1: error: only Matrix Market 'matrix coordinate' files hold a graph");
  expect("b.mtx", "%%MatrixMarket matrix coordinate real\n",
         "b.mtx:1: error: missing symmetry in the Matrix Market header");
  expect("b.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 1\n",
         "b.mtx:2: error: the matrix is not square, so it is no graph");
  expect("b.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1000000000000\n1 1\n",
         "b.mtx:4: error: the file ends after 1 of 1000000000000 entries");
  expect("b.mtx",
         "%%MatrixMarket matrix coordinate pattern general\n1000000000000 1000000000000 1\n1 1\n",
         "b.mtx:2: error: too many nodes for a file of this size");
  expect("b.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n3 1\n",
         "b.mtx:3: error: row 3 is not in 1..2");
  expect("b.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 0\n",
         "b.mtx:3: error: column 0 is not in 1..2");
  expect("b.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2\n",
         "b.mtx:3: error: missing value");
  expect("b.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n1 1\n",
         "b.mtx:4: error: more entries than the size line says");

  // DIMACS
  const std::string gr = "c comment\np sp 3 3\na 1 2 7\nc more\na 3 1 2\na 1 3 1\n";
  expect("d.gr", gr, "3: 0>1=7 0>2=1 2>0=2");
  expect("d.gr", crlf(gr), "3: 0>1=7 0>2=1 2>0=2");
  expect("dimacs", gr, "3: 0>1=7 0>2=1 2>0=2");
  expect("d.gr", "a 1 2 3\n", "d.gr:1: error: arc before the problem line");
  expect("d.gr", "p sp 2 2\na 1 2 3\n", "d.gr:3: error: the file ends after 1 of 2 arcs");
  expect("d.gr", "p sp 2 1\na 1 2 3\na 2 1 3\n",
         "d.gr:3: error: more arcs than the problem line says");
  expect("d.gr", "p sp 2 1\na 1 5 3\n", "d.gr:2: error: node 5 is not in 1..2");
  expect("d.gr", "p max 2 1\n", "d.gr:1: error: only the problem 'sp' is known");
  expect("d.gr", "p sp 2 1 9\n", "d.gr:1: error: unexpected text at the end of the line");
  expect("d.gr", "x\n", "d.gr:1: error: a line begins with 'c', 'p' or 'a' in this format");

  // METIS
  const std::string metis = "% comment\n4 3\n2 3\n1\n% inside\n1 4\n3\n";
  expect("m.graph", metis, "4: 0>1 0>2 1>0 2>0 2>3 3>2");
  expect("m.graph", crlf(metis), "4: 0>1 0>2 1>0 2>0 2>3 3>2");
  expect("m.graph", "2 1 1\n2 5\n1 5\n", "2: 0>1=5 1>0=5");
  expect("m.graph", "2 1 011 2\n8 9 2 5\n8 9 1 5\n", "2: 0>1=5 1>0=5");
  expect("m.graph", "2 1 110 1\n8 9 2\n8 9 1\n", "2: 0>1 1>0");
  expect("m.graph", "3 1\n2\n1\n\n", "3: 0>1 1>0");
  expect("m.graph", "3 1\n2\n1\n", "m.graph:4: error: the file ends after 2 of 3 nodes");
  expect("m.graph", "2 1\n3\n1\n", "m.graph:2: error: neighbour 3 is not in 1..2");
  expect("m.graph", "2 1 7\n2\n1\n",
         "m.graph:1: error: the format is not three digits, each 0 or 1");
  expect("m.graph", "2 2\n2\n1\n",
         "m.graph:4: error: the header promises 2 edges, the lists hold 2 ends");
  expect("m.graph", "1000000000000 1\n2\n1\n",
         "m.graph:1: error: too many nodes for a file of this size");
  expect("m.graph", "1 0\n\n1\n", "m.graph:3: error: more lines than nodes");

  // Galois
  const std::string v1 = words({1, 4, 3, 3, 2, 2, 3}) + words({1, 2, 0, 0, 9, 8, 7}, 4);
  const std::string v2 = words({2, 0, 2, 2, 1, 2, 1, 0});
  expect("g.gr", v1, "3: 0>1=9 0>2=8 2>0=7");
  expect("g", v1, "3: 0>1=9 0>2=8 2>0=7");
  expect("g.gr", v2, "2: 0>1 1>0");
  expect("g.gr", v1.substr(0, 20), "g.gr:offset 20: error: the file ends inside its header");
  expect("g.gr", v1.substr(0, v1.size() - 1),
         "g.gr:offset 83: error: the file ends inside its edge data");
  expect("g.gr", words({3, 4, 3, 3}), "g.gr:offset 0: error: unknown version 3");
  expect("g.gr", words({1, 4, 1000000000000, 3}),
         "g.gr:offset 16: error: 1000000000000 nodes do not fit into the file");
  expect("g.gr", words({1, 4, ~0ull / 8, ~0ull}),
         "g.gr:offset 16: error: 2305843009213693951 nodes do not fit into the file");
  expect("g.gr", words({1, 4, 1, 1000000000000, 1}),
         "g.gr:offset 24: error: 1000000000000 edges do not fit into the file");
  expect("g.gr", words({2, 0, 2, 2, 2, 1, 1, 0}),
         "g.gr:offset 40: error: the node's edges end at 1, out of order");
  expect("g.gr", words({2, 0, 2, 2, 1, 2, 1, 2}), "g.gr:offset 56: error: target 2 is no node");
  expect("g.gr", words({2, 0, 2, 2, 1, 1, 1, 0}),
         "g.gr:offset 40: error: 1 edges belong to no node");

  // Formulas
  const std::string formula = "c comment\np cnf 3 3\n1 -2 0 2\n-3 0\n3 0\n";
  expect_formula(formula, "3: 1 -2 0 2 -3 0 3 0");
  expect_formula(crlf(formula), "3: 1 -2 0 2 -3 0 3 0");
  expect_formula("p cnf 2 1\n1 2 0\n%\n0\n", "2: 1 2 0");
  expect_formula("p cnf 2 1\n1 x 0\n", "f.cnf:2: error: 'x' is not a valid literal");
  expect_formula("p cnf 2 1\n1 -3 0\n", "f.cnf:2: error: literal -3 of 2 variables");
  expect_formula("p cnf 2 1\n1 2 0\n1 0\n",
                 "f.cnf:3: error: more clauses than the problem line says");
  expect_formula("p cnf 2 2\n1 2 0\n", "f.cnf:3: error: the file ends after 1 of 2 clauses");
  expect_formula("p cnf 2 1\n1 2\n", "f.cnf:3: error: the last clause does not end with 0");
  expect_formula("1 2 0\n", "f.cnf:1: error: clause before the problem line");
  expect_formula("p sat 2 1\n", "f.cnf:1: error: only the problem 'cnf' is known");
  expect_formula("p cnf 900000000 0\n",
                 "f.cnf:1: error: no number of variables for a file of this size");
  expect_formula("", "f.cnf:1: error: no problem line");

  // Files that are not there, and generated graphs
  try {
    graph::load("/nonexistent/graph.txt");
    verdict(false, "missing file", "a graph", "an error");
  } catch (const graph::Error &e) {
    std::string want = "/nonexistent/graph.txt:0: error: No such file or directory";
    verdict(want == e.what(), "missing file", e.what(), want);
  }
  try {
    graph::load("/");
    verdict(false, "a directory", "a graph", "an error");
  } catch (const graph::Error &e) {
    verdict(true, "", "", "");
  }
  graph::Graph u = graph::random(100, 7), r = graph::rmat(8, 4);
  verdict(valid(u) && u.nodes == 100 && u.edges() == 700, "random", show(u),
          "100 nodes of degree 7");
  verdict(valid(r) && r.nodes == 256 && r.edges() == 2048, "rmat", show(r),
          "256 nodes, 2048 edges");
  bool sorted = true;
  for (int v = 0; v < r.nodes; v++)
    sorted &= std::is_sorted(r.col.begin() + r.row[v], r.col.begin() + r.row[v + 1]);
  verdict(sorted && show(graph::transpose(r)) == show(r), "rmat", show(r), "sorted, symmetric");
  graph::Graph w = graph::grid(3, 2);
  const std::string grid = "6: 0>1 0>3 1>0 1>2 1>4 2>1 2>5 3>0 3>4 4>1 4>3 4>5 5>2 5>4";
  verdict(valid(w) && show(w) == grid, "grid", show(w), grid);
  graph::Graph d = graph::parse("two.txt", "0 2\n0 1\n0 1\n1 0\n2 2\n");
  verdict(show(graph::transpose(d)) == "3: 0>1 1>0 1>0 2>0 2>2", "transpose",
          show(graph::transpose(d)), "");
  verdict(show(graph::symmetric(d)) == "3: 0>1 0>2 1>0 2>0 2>2", "symmetric",
          show(graph::symmetric(d)), "");

  // Options
  options({}, show(graph::rmat(4, 2)));
  options({"--rmat", "5:3", "--seed", "7"}, show(graph::rmat(5, 3, 7)));
  options({"--rmat", "5"}, show(graph::rmat(5, 2)));
  options({"--random", "10:3"}, show(graph::random(10, 3)));
  options({"--undirected", "--random", "10:3"}, show(graph::symmetric(graph::random(10, 3))));
  options({"--grid", "3:2"}, grid);
  options({"--graph", "/nonexistent"}, "/nonexistent:0: error: No such file or directory");
  options({"--else"}, "not mine: --else");
  options({"--grid"}, "missing value of --grid");
  options({"--grid", "3:x"}, "bad number 3:x");
  options({"--rmat", "-1"}, "bad number -1");
  for (const char *large : {"30:1", "29:3", "0:4", "4:0"})
    options({"--rmat", large}, "a graph of that size cannot be made");
  options({"--random", "100000:100000"}, "a graph of that size cannot be made");
  options({"--grid", "30000:30000"}, "a graph of that size cannot be made");

  uint64_t tried = 0;
  fuzz("f.txt", snap, tried);
  fuzz("f.txt", counted, tried);
  fuzz("f.txt", "0 1 2.5\n3 4 1\n", tried);
  fuzz("f.mtx", mtx, tried);
  fuzz("f.mtx", "%%MatrixMarket matrix coordinate complex hermitian\n2 2 1\n2 1 4 -1\n", tried);
  fuzz("f.gr", gr, tried);
  fuzz("f.graph", metis, tried);
  fuzz("f.graph", "2 1 011 2\n8 9 2 5\n8 9 1 5\n", tried);
  fuzz("f.gr", v1, tried);
  fuzz("f.gr", v2, tried);
  printf("%d passed, %d failed; %llu malformed files tried\n", passed, failed,
         (unsigned long long)tried);
  return failed != 0;
}
