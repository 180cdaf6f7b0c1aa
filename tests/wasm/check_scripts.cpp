// Compares scripts with the answers that they expect, as `cellar check` does: the program for web/wasm/build, where there is
// no command line of the shell.
//
// In:      the paths of scripts.
// Out:     for each a line of what matched, of how many, and the path; before it what differs.
// Refused: a file that cannot be read.

#include <cstdio>
#include <fstream>
#include <iterator>

#include "refusal/render.h"
#include "shell/check/check_report.h"
#include "shell/check/checker.h"

namespace {

std::string read_whole(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void check(const char* path) {
  const cellar::ScriptReport report = cellar::check_script(read_whole(path), {}, {});
  for (const cellar::ScriptDifference& difference : report.differences)
    std::fputs(cellar::show_difference(difference, path, false, cellar::Language::english).c_str(), stderr);
  std::printf("%zu %zu %s\n", report.matched, report.answers, path);
}

}  // namespace

int main(int count, char** arguments) {
  for (int i = 1; i < count; ++i) {
    try {
      check(arguments[i]);
    } catch (const cellar::Refusal& refusal) {
      std::printf("0 0 %s: %s\n", arguments[i],
                  cellar::render_line(refusal.diagnostic, cellar::SourcePlace()).c_str());
    }
  }
  return 0;
}
