#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

#include "shell/program.h"

namespace {

/// Opens /dev/null in the place of standard descriptors that are closed: a file that is opened later must not
/// become the standard output.
void fill_standard_descriptors() {
  int descriptor = -1;
  do {
    descriptor = open("/dev/null", O_RDWR);
  } while (descriptor >= 0 && descriptor <= STDERR_FILENO);
  if (descriptor > STDERR_FILENO) close(descriptor);
}

}  // namespace

int main(int argument_count, char** arguments) {
  fill_standard_descriptors();
  const int status = cellar::run_program(argument_count, arguments);
#ifdef NDEBUG
  // All that was open is closed. What is left are the grammar's tables, and to take them apart takes time.
  // Builds that look at the end (for leaks, to count lines) take it.
  std::fflush(nullptr);
  ::_exit(status);
#else
  return status;
#endif
}
