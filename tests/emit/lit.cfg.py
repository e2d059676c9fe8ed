# lit's settings for the emission tests: RUN lines find flcc, FileCheck and `not` by their names.
import os

import lit.formats

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(os.path.dirname(here))
build = os.path.join(root, os.environ.get("BUILD", "build"))
llvm = os.environ.get("LLVM", "/usr/lib/llvm-22")

config.name = "emit"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".cu"]
config.excludes = ["Inputs"]
config.test_source_root = here
config.test_exec_root = os.path.join(build, "emit")
config.environment["PATH"] = os.pathsep.join([build, os.path.join(llvm, "bin"), os.environ["PATH"]])
