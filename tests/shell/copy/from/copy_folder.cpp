#include "copy_folder.h"

#include <algorithm>

std::string documents(const std::string& output) {
  std::string found;
  for (std::size_t begin = 0; begin < output.size();) {
    const std::size_t end = std::min(output.find('\n', begin), output.size());
    const std::string line = output.substr(begin, end - begin);
    const std::size_t brace = line.find('{');
    if (brace != line.npos) found += line.substr(brace) + "\n";
    begin = end + 1;
  }
  return found;
}
