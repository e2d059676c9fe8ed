// Formulas in conjunctive normal form: from DIMACS files, and random ones. Host code only.
#ifndef EXAMPLES_CNF_H
#define EXAMPLES_CNF_H
#include <climits>
#include <random>
#include "text.h"

namespace cnf {

// Clause a's literals are literal[row[a]] to literal[row[a + 1] - 1]: a variable, from 1, or the
// negative number of a negated one.
struct Formula {
  int variables = 0;
  std::vector<int> row{0}, literal;
  int clauses() const { return (int)row.size() - 1; }
};

inline Formula parse(const std::string &path, const std::string &content) {
  text::Text in(path, content);
  int64_t variables = -1, clauses = 0;
  Formula f;
  for (; !in.at_end(); in.next_line()) {
    const char c = in.peek();
    if (c == '\n' || c == 'c')
      continue;
    if (c == '%') // how SATLIB ends its files, with a 0 behind
      break;
    if (c == 'p') {
      if (variables >= 0)
        in.fail("second problem line");
      in.word();
      if (in.at_line_end() || in.word() != "cnf")
        in.fail("only the problem 'cnf' is known");
      variables = in.count("number of variables");
      clauses = in.count("number of clauses");
      if (variables == 0 || variables > (int64_t)content.size())
        in.fail("no number of variables for a file of this size");
      if (!in.at_line_end())
        in.fail("unexpected text at the end of the line");
      continue;
    }
    if (variables < 0)
      in.fail("clause before the problem line");
    for (; !in.at_line_end();) {
      const int64_t literal = in.integer("literal");
      if (literal > variables || literal < -variables)
        in.fail("literal " + std::to_string(literal) + " of " + std::to_string(variables) +
                " variables");
      if (literal != 0)
        f.literal.push_back((int)literal);
      else if (f.clauses() == clauses)
        in.fail("more clauses than the problem line says");
      else
        f.row.push_back((int)f.literal.size());
    }
  }
  if (variables < 0)
    in.fail("no problem line");
  if (f.row.back() != (int)f.literal.size())
    in.fail("the last clause does not end with 0");
  if (f.clauses() != clauses)
    in.fail("the file ends after " + std::to_string(f.clauses()) + " of " +
            std::to_string(clauses) + " clauses");
  f.variables = (int)variables;
  return f;
}

inline Formula load_or_exit(const std::string &path) {
  return text::or_exit([&] { return parse(path, text::read_file(path)); });
}

// Clauses of k different variables, each negated or not.
inline Formula random(int clauses, int variables, int k, unsigned seed = 1) {
  std::mt19937 draw(seed);
  Formula f;
  f.variables = variables;
  for (int a = 0; a < clauses; a++) {
    while ((int)f.literal.size() < f.row.back() + k) {
      const int v = 1 + (int)(draw() % (unsigned)variables);
      bool known = false;
      for (size_t e = (size_t)f.row.back(); e < f.literal.size(); e++)
        known |= abs(f.literal[e]) == v;
      if (!known)
        f.literal.push_back(draw() % 2 ? v : -v);
    }
    f.row.push_back((int)f.literal.size());
  }
  return f;
}

} // namespace cnf
#endif
