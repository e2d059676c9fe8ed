// Calls that the host makes of CUDA's runtime, where ours stand in for them: launches by address (freelaunch/registry.h), and copies of what is small from the
// device (freelaunch/copies.h).
#include "emit/emit.h"
#include <string.h>

static const char *const ours[FL_HOST_CALLEES] = {"__fl::launch_kernel", "__fl::launch_kernel_ex",
                                                  "__fl::launch_kernel_exc", "__fl::copy_back",
                                                  "__fl::copy_back_from_symbol"};

void fl_launch_call_edits(struct fl_emit *e) {
  const struct fl_unit *u = e->unit;
  for (size_t i = 0; i < u->launch_calls.len && e->by_address; i++) {
    const struct fl_host_call *c = &u->launch_calls.data[i];
    struct fl_edits *edits = &e->edits[c->name.file];
    fl_edit(u->arena, edits, c->name.begin, c->name.end, ours[c->callee]);
    fl_edit(u->arena, edits, c->args, c->args,
            fl_format(u->arena, "\"%s\", ", fl_profile_place(u, c->name)));
    e->registry = true;
  }
}

// Does the file launch parents through their wrappers, so that a copy may stand behind one?
static bool launches_parents(const struct fl_emit *e) {
  bool some = e->registry;
  for (size_t i = 0; i < e->unit->functions.len; i++)
    some |= e->forms[i].parent;
  return some;
}

// What is captured of a parent's launch is not the program's kernel, nor has it the kernel's parameters.
void fl_warn_of_nodes(const struct fl_emit *e) {
  static const char name[] = "cudaGraphKernelNodeGetParams";
  const struct fl_unit *u = e->unit;
  for (size_t i = 0; i < u->files.len && launches_parents(e); i++) {
    const char *text = u->files.data[i].text;
    if (!fl_mentions(text, name))
      continue;
    text = fl_without_comments(e->unit, text);
    const char *at = fl_find_word(text, text, name);
    if (!at)
      continue;
    const uint32_t begin = (uint32_t)(at - text);
    fl_report_at(e->unit, FL_WARNING,
                 (struct fl_span){(int)i, begin, begin + (uint32_t)strlen(name)}, "graph",
                 "a captured launch of a kernel that launches is several nodes: none of them is "
                 "that kernel, or has its parameters");
    return;
  }
}

// Does the host launch something into a stream of its own? Such kernels may fill the device and wait for what the host does when it has copied. A copy engine
// needs no room beside them, a kernel of ours does.
static bool launches_beside(const struct fl_emit *e) {
  bool some = false;
  for (size_t i = 0; i < e->unit->sites.len; i++) {
    const struct fl_site *s = e->unit->sites.data[i];
    some |= s->on_host && fl_site_stream(e->unit, s) != FL_STREAM_NULL;
  }
  return some;
}

void fl_copy_call_edits(struct fl_emit *e) {
  const struct fl_unit *u = e->unit;
  if (e->opt->target != FL_TARGET_CUDA || !launches_parents(e) || launches_beside(e))
    return;
  for (size_t i = 0; i < u->copy_calls.len; i++) {
    const struct fl_host_call *c = &u->copy_calls.data[i];
    if (!u->files.data[c->name.file].is_main && !e->edits[c->name.file].all.len)
      continue;
    fl_edit(u->arena, &e->edits[c->name.file], c->name.begin, c->name.end, ours[c->callee]);
    e->copies = true;
  }
}
