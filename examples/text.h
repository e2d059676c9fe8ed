// Reads text files of numbers and words, with diagnostics that say where. Host code only.
#ifndef EXAMPLES_TEXT_H
#define EXAMPLES_TEXT_H
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace text {

// what() is the whole diagnostic, `file:line: error: text`.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A text file, read word by word; a word never reaches over the end of its line.
class Text {
public:
  Text(const std::string &path, const std::string &text)
      : path_(path), p_(text.data()), end_(text.data() + text.size()) {}
  [[noreturn]] void fail(const std::string &what) const {
    throw Error(path_ + ":" + std::to_string(line_) + ": error: " + what);
  }
  bool at_end() const { return p_ == end_; }
  bool at_line_end() {
    while (p_ != end_ && (*p_ == ' ' || *p_ == '\t' || *p_ == '\r'))
      p_++;
    return p_ == end_ || *p_ == '\n';
  }
  char peek() { return at_line_end() ? '\n' : *p_; }
  void next_line() {
    const void *nl = p_ == end_ ? nullptr : memchr(p_, '\n', (size_t)(end_ - p_));
    if (nl) {
      p_ = (const char *)nl + 1;
      line_++;
    } else
      p_ = end_;
  }
  void expect_line_end(const char *after) {
    if (!at_line_end())
      fail(std::string("unexpected '") + printable(word()) + "' after " + after);
    next_line();
  }
  // To the next line that holds something and does not begin with one of the comment characters.
  bool skip_to_data(const char *comment) {
    for (; p_ != end_; next_line())
      if (!at_line_end() && !strchr(comment, *p_))
        return true;
    return false;
  }
  std::string word() {
    std::string w;
    while (!at_word_end())
      w += *p_++;
    return w;
  }
  int64_t integer(const char *what) {
    if (at_line_end())
      fail(std::string("missing ") + what);
    int64_t v = 0;
    auto r = std::from_chars(p_, end_, v);
    if (r.ec == std::errc::result_out_of_range)
      fail(std::string(what) + " is out of range");
    if (r.ec != std::errc() || !ends_word(r.ptr))
      fail(std::string("'") + printable(word()) + "' is not a valid " + what);
    p_ = r.ptr;
    return v;
  }
  int64_t count(const char *what) {
    int64_t v = integer(what);
    if (v < 0)
      fail(std::string(what) + " is negative");
    return v;
  }
  // A node id in [first, first + nodes), returned from 0.
  int node(const char *what, int64_t first, int64_t nodes) {
    int64_t v = integer(what);
    if (v < first || v - first >= nodes)
      fail(std::string(what) + " " + std::to_string(v) + " is not in " + std::to_string(first) +
           ".." + std::to_string(nodes - 1 + first));
    return (int)(v - first);
  }
  float number(const char *what) {
    if (at_line_end())
      fail(std::string("missing ") + what);
    std::string w = word(); // strtod would read on into the next line
    char *stop;
    double v = strtod(w.c_str(), &stop);
    if (stop == w.c_str() || *stop || stop != w.c_str() + w.size() || std::isnan(v))
      fail(std::string("'") + printable(w) + "' is not a valid " + what);
    return std::isinf(v) || std::fabs(v) > 3.4e38 ? (v < 0 ? -3.4e38f : 3.4e38f) : (float)v;
  }
  const char *line_text() const { return p_; }
  int64_t line() const { return line_; }

private:
  bool ends_word(const char *p) const {
    return p == end_ || *p == ' ' || *p == '\t' || *p == '\r' || *p == '\n';
  }
  bool at_word_end() const { return ends_word(p_); }
  // What a message may quote of a file that can hold anything.
  static std::string printable(const std::string &w) {
    std::string s;
    for (char c : w.substr(0, 24))
      s += c >= ' ' && c < 127 ? c : '?';
    return w.size() > 24 ? s + "..." : s;
  }
  const std::string &path_;
  const char *p_, *end_;
  int64_t line_ = 1;
};

inline std::string read_file(const std::string &path) {
  FILE *f = fopen(path.c_str(), "rb");
  if (!f)
    throw Error(path + ":0: error: " + strerror(errno));
  std::string text;
  std::vector<char> chunk(1 << 20);
  for (size_t n; (n = fread(chunk.data(), 1, chunk.size(), f)) > 0;)
    text.append(chunk.data(), n);
  bool bad = ferror(f);
  int why = errno;
  fclose(f);
  if (bad)
    throw Error(path + ":0: error: " + strerror(why));
  return text;
}

// What `f` returns; its Error is printed and is the end of the program.
template <class F> auto or_exit(F f) {
  try {
    return f();
  } catch (const Error &e) {
    fprintf(stderr, "%s\n", e.what());
    exit(1);
  }
}

} // namespace text
#endif
