#include "shell/connection/run_end.h"

namespace cellar {

bool ends_the_run(const Diagnostic& diagnostic) { return diagnostic.has(Trait::ends_run); }

}  // namespace cellar
