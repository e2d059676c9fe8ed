// What the user gets to see of the diagnostics: text on stderr, or a JSON array.
#include "driver/transform.h"

static void put_string(struct fl_text *json, const char *s) {
  fl_text_puts(json, "\"");
  for (; *s; s++) {
    const unsigned char c = (unsigned char)*s;
    if (c == '"' || c == '\\')
      fl_text_printf(json, "\\%c", c);
    else if (c < 0x20)
      fl_text_printf(json, "\\u%04x", c);
    else
      fl_text_add(json, s, 1);
  }
  fl_text_puts(json, "\"");
}

static void put_json(struct fl_text *json, const struct fl_diag *d) {
  static const char *const severities[] = {
      [FL_REMARK] = "remark", [FL_NOTE] = "note", [FL_WARNING] = "warning", [FL_ERROR] = "error"};
  fl_text_printf(json, "%s\n  {\"severity\": \"%s\"", json->len ? "," : "",
                 severities[d->severity]);
  if (d->file) {
    fl_text_puts(json, ", \"file\": ");
    put_string(json, d->file);
  }
  if (d->line)
    fl_text_printf(json, ", \"line\": %u, \"column\": %u", d->line, d->col);
  fl_text_puts(json, ", \"text\": ");
  put_string(json, d->text);
  if (d->name) {
    fl_text_puts(json, ", \"option\": ");
    put_string(json, d->name);
  }
  fl_text_puts(json, "}");
}

void fl_show_diags(const struct fl_command *cmd, const struct fl_diags *diags,
                   struct fl_text *json) {
  const enum fl_severity least = cmd->remarks == FL_REMARKS_TEXT ? FL_REMARK
                                 : cmd->no_warnings              ? FL_ERROR
                                                                 : FL_NOTE;
  fl_diags_print(diags, least, stderr);
  if (cmd->remarks == FL_REMARKS_JSON)
    for (size_t i = 0; i < diags->all.len; i++)
      put_json(json, &diags->all.data[i]);
}

void fl_print_json(const struct fl_command *cmd, const struct fl_text *json) {
  if (cmd->remarks != FL_REMARKS_JSON)
    return;
  const bool stdout_taken = cmd->emit && !cmd->output;
  fprintf(stdout_taken ? stderr : stdout, "[%s\n]\n", json->len ? json->data : "");
}
