// The streams of a program, when signals interrupt what is written.
#include "shell/terminal/stream_output.h"

#include <unistd.h>
#include <catch2/catch.hpp>
#include <csignal>
#include <cstdio>
#include <string>
#include <thread>

using namespace cellar;

namespace {

/// While it lives, SIGUSR1 interrupts calls of the system and does nothing else.
class InterruptingSignal {
 public:
  InterruptingSignal() {
    struct sigaction action = {};
    action.sa_handler = [](int) {};
    sigaction(SIGUSR1, &action, &before_);
  }
  ~InterruptingSignal() { sigaction(SIGUSR1, &before_, nullptr); }
  InterruptingSignal(const InterruptingSignal&) = delete;
  InterruptingSignal& operator=(const InterruptingSignal&) = delete;

 private:
  struct sigaction before_ = {};
};

}  // namespace

TEST_CASE("a long diagnostic is written to its end, whatever signals come meanwhile") {
  const InterruptingSignal interrupting;
  int ends[2] = {};
  REQUIRE(pipe(ends) == 0);
  std::FILE* const diagnostics = fdopen(ends[1], "w");
  const std::string text(1'000'000, 'x');
  std::thread writer([&] {
    StreamOutput output(stdout, diagnostics);
    output.write_diagnostic(text);
    std::fclose(diagnostics);
  });
  std::string got;
  char piece[1000];
  for (ssize_t size = 0; (size = read(ends[0], piece, sizeof piece)) != 0;) {
    if (size > 0) got.append(piece, static_cast<std::size_t>(size));
    if (got.size() < text.size() / 2) pthread_kill(writer.native_handle(), SIGUSR1);  // it still writes
  }
  writer.join();
  close(ends[0]);
  CHECK(got.size() == text.size());
}
