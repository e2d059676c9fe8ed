// Front end, analysis, plan, emission: one source file in, transformed text out.
#include "driver/pipeline.h"
#include "driver/object.h"
#include "emit/emit.h"
#include <string.h>

// Are all launches that are written anywhere known, and the host's?
static bool launches_on_host(const struct fl_unit *u) {
  for (size_t i = 0; i < u->sites.len; i++)
    if (!u->sites.data[i]->on_host)
      return false;
  return u->launches_known;
}

// nvcc has the last word on what is CUDA: source that could not be parsed goes to it as it is, and if it is wrong, its diagnostics say so.
static void hand_over(const struct fl_unit *u, struct fl_diags *diags, struct fl_result *out) {
  const bool kept = !launches_on_host(u);
  for (size_t i = 0; i < diags->all.len && kept; i++) {
    struct fl_diag *d = &diags->all.data[i];
    if (d->severity != FL_ERROR)
      continue;
    d->severity = FL_WARNING;
    d->name = "kept";
    d->text =
        fl_format(diags->arena, "launches are kept, since this was not understood: %s", d->text);
    diags->all.data[0] = *d;
    break;
  }
  diags->all.len = diags->warnings = kept;
  diags->errors = 0;
  out->needs_rdc = kept;
}

// Each architecture has text of its own where conditions of the preprocessor ask for it. What is generated is one text, for all of them.
static void compare_architectures(struct fl_unit *u, const struct fl_front_options *front) {
  for (size_t i = 0; i < front->nmore_archs && u->asks_for_architecture; i++) {
    struct fl_arena *arena = fl_arena_new();
    struct fl_diags diags = {.arena = arena};
    struct fl_front_options other = *front;
    other.arch = front->more_archs[i];
    struct fl_unit *v = fl_front_parse(arena, &diags, &other);
    if (v)
      fl_note_differences(u, v);
    fl_arena_free(arena);
  }
}

static unsigned mark_of(const struct fl_unit *u, const struct fl_options *opt,
                        const struct fl_result *out) {
  const struct fl_heap *h = u->heap;
  unsigned mark = h->allocates ? FL_MARK_ALLOCATES : 0;
  if (out->sites > out->kept)
    mark |= FL_MARK_TRANSFORMS;
  if (out->kept || out->native || u->hidden_launches.len)
    mark |= FL_MARK_NATIVE;
  if (opt->pool == 0 || h->stays.text || (h->frees && !h->pooled))
    return mark;
  mark |= FL_MARK_FREES;
  return h->objects_stay.text || (h->deletes && !h->objects) ? mark : mark | FL_MARK_DELETES;
}

// Libraries of which nothing can be compiled for the CPU target, by their headers' folders or names.
static const struct {
  const char *header, *what;
} lacking[] = {{"cub/", "CUB"},
               {"cuda/ptx", "PTX"},
               {"cuda_awbarrier", "hardware barriers"},
               {"cuda_gl_interop.h", "sharing with OpenGL"}};

static void refuse_libraries(struct fl_unit *u) {
  for (size_t i = 0; i < u->includes.len; i++)
    for (size_t k = 0; k < sizeof lacking / sizeof *lacking; k++) {
      const struct fl_include *in = &u->includes.data[i];
      if (in->file < 0 && !in->asked &&
          !strncmp(in->spelled, lacking[k].header, strlen(lacking[k].header)))
        fl_report_at(u, FL_ERROR, in->directive, NULL,
                     "%s ('%s') is not supported on the CPU target", lacking[k].what, in->spelled);
    }
}

int fl_transform(struct fl_arena *arena, struct fl_diags *diags,
                 const struct fl_front_options *front, const struct fl_options *opt,
                 struct fl_result *out) {
  *out = (struct fl_result){0};
  struct fl_unit *u = fl_front_parse(arena, diags, front);
  if (!u)
    return 1;
  if (u->parse_errors && opt->target == FL_TARGET_CUDA && !opt->emit_only && !opt->require) {
    hand_over(u, diags, out);
    return 0;
  }
  if (u->parse_errors || diags->errors)
    return 1;
  for (size_t i = 0; i < u->unseen_launches.len && opt->target == FL_TARGET_CPU; i++)
    fl_report_at(u, FL_ERROR, u->unseen_launches.data[i], NULL,
                 "a launch where the parser does not show it cannot be built for the CPU target");
  if (opt->target == FL_TARGET_CPU)
    refuse_libraries(u);
  if (diags->errors)
    return 1;
  compare_architectures(u, front);
  u->all_device_code = opt->all_device_code;
  u->lone = opt->lone;
  u->asks_others = !u->all_device_code && !opt->lone && !opt->require;
  fl_analyse(u);
  fl_plan_unit(u, opt);
  fl_plan_heap(u, opt);
  fl_plan_stores(u, opt);
  for (size_t i = 0; i < u->sites.len; i++)
    if (!u->sites.data[i]->on_host) {
      out->sites++;
      out->kept += !u->sites.data[i]->plan->strategy->policy;
    }
  if (diags->errors)
    return 1;
  fl_emit_unit(u, opt, out);
  out->pooled = u->heap->pooled;
  out->mark = mark_of(u, opt, out);
  return diags->errors != 0;
}

bool fl_strategy_info(unsigned i, const char **name, const char **text) {
  if (i == 0) {
    *name = "auto";
    *text = "choose for every launch (default)";
    return true;
  }
  if (!fl_strategies[i - 1])
    return false;
  *name = fl_strategies[i - 1]->name;
  *text = fl_strategies[i - 1]->text;
  return true;
}
