#include "storage/system/descriptors.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

namespace cellar {

int open_above_standard(const char* path, int flags, mode_t mode) {
  const int descriptor = open(path, flags | O_CLOEXEC, mode);
  if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor;
  const int higher = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const int code = errno;
  close(descriptor);
  errno = code;
  return higher;
}

StandardDescriptorsTaken::StandardDescriptorsTaken() {
  for (int& place : taken_) {
    const int descriptor = open("/", O_PATH | O_CLOEXEC);
    if (descriptor < 0) return;
    if (descriptor > STDERR_FILENO) {
      close(descriptor);
      return;
    }
    place = descriptor;
  }
}

StandardDescriptorsTaken::~StandardDescriptorsTaken() {
  for (const int descriptor : taken_) {
    if (descriptor >= 0) close(descriptor);
  }
}

int try_descriptors(unsigned count) {
  std::vector<int> opened;
  int code = 0;
  while (code == 0 && opened.size() < count) {
    const int descriptor = open("/", O_PATH | O_CLOEXEC);
    if (descriptor < 0)
      code = errno;
    else
      opened.push_back(descriptor);
  }
  for (const int descriptor : opened) close(descriptor);
  return code == EMFILE || code == ENFILE ? code : 0;
}

}  // namespace cellar
