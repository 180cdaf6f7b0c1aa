#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

#include "program/program.h"
#include "shell/editor/interrupt.h"

namespace {

/// Opens /dev/null for standard descriptors that are closed, so that no file opened later becomes the
/// standard output.
void fill_standard_descriptors() {
  int descriptor = -1;
  do {
    descriptor = open("/dev/null", O_RDWR);
  } while (descriptor >= 0 && descriptor <= STDERR_FILENO);
  if (descriptor > STDERR_FILENO) close(descriptor);
}

}  // namespace

int main(int argument_count, char** arguments) {
  cellar::watch_interrupts();  // first of all: from here on Ctrl-C is answered
  fill_standard_descriptors();
  const int status = cellar::run_program(argument_count, arguments);
#ifdef NDEBUG
  // All files are closed. Only the tables of the grammar are left, whose destruction takes time. Builds that
  // check or measure at exit (for leaks, for coverage) destroy them.
  std::fflush(nullptr);
  ::_exit(status);
#else
  return status;
#endif
}
