// Text into words: lists between commas, fragments of command lines between blanks.
#include "driver/options.h"
#include <string.h>

static void add_word(struct fl_arena *arena, fl_words *out, const struct fl_text *word) {
  *fl_vec_add(arena, out) = fl_strndup(arena, word->len ? word->data : "", word->len);
}

void fl_split_list(struct fl_arena *arena, const char *value, fl_words *out) {
  struct fl_text word = {0};
  char quote = 0;
  for (const char *p = value; *p; p++) {
    if (*p == '\\' && p[1]) {
      p++;
    } else if (*p == '"' || *p == '\'') {
      if (!quote)
        quote = *p;
      else if (quote == *p)
        quote = 0;
    } else if (*p == ',' && !quote) {
      add_word(arena, out, &word);
      word.len = 0;
      continue;
    }
    fl_text_add(&word, p, 1);
  }
  add_word(arena, out, &word);
  fl_text_free(&word);
}

void fl_split_blanks(struct fl_arena *arena, const char *text, fl_words *out) {
  struct fl_text word = {0};
  char quote = 0;
  bool open = false; // a word has begun, if only with an empty pair of quotes
  for (const char *p = text; *p; p++) {
    if (!quote && strchr(" \t\r\n", *p)) {
      if (open)
        add_word(arena, out, &word);
      word.len = 0;
      open = false;
      continue;
    }
    open = true;
    if (*p == '\\' && p[1] && quote != '\'') {
      p++;
    } else if (quote ? *p == quote : (*p == '"' || *p == '\'')) {
      quote = quote ? 0 : *p;
      continue;
    }
    fl_text_add(&word, p, 1);
  }
  if (open)
    add_word(arena, out, &word);
  fl_text_free(&word);
}
