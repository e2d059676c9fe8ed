// The command line of an example that works on a graph.
#ifndef EXAMPLES_GRAPH_EXAMPLE_H
#define EXAMPLES_GRAPH_EXAMPLE_H
#include "example.h"
#include "graph.h"

// That of class Versions with the options of graph.h, which go to `options`, and `more` of them.
// Without any, the graph is an R-MAT one of scale `size`, the first word.
inline Versions graph_versions(int argc, char **argv, int size, int most,
                               std::vector<std::string> names, graph::Options &options,
                               Versions::Options more = nullptr, const char *more_usage = "") {
  options.a = 0;
  Versions versions(
      argc, argv, size, most, names,
      [&](int argc, char **argv, int &i) {
        return options.take_or_exit(argc, argv, i) || (more && more(argc, argv, i));
      },
      (graph::Options::usage + std::string(*more_usage ? " " : "") + more_usage).c_str());
  options.a = options.a ? options.a : versions.size();
  return versions;
}
#endif
