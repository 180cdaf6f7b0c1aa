// A file that the system does not read is not called damaged.
#include "failing_reads.h"

#include <cerrno>
#include <limits>

#include "damaged.h"
#include "opening.h"

namespace cellar::test {

namespace {

constexpr int kAll = std::numeric_limits<int>::max();

}  // namespace

TEST_CASE("whichever read fails from which on, a file is not called damaged for it") {
  const Folder folder;
  fill(folder / "db", 100);
  bool have_begun = true;
  int number = 1;
  for (; have_begun; ++number) {
    const FailingReads failing(EIO, number, kAll);
    const std::string answer = refused_to_open(folder / "db");
    have_begun = failing.have_begun();
    CAPTURE(number);
    CHECK(answer == (have_begun ? "file_unreadable" : ""));
  }
  CHECK(number > 5);
  CHECK(refused_to_open(folder / "db") == "");
}

TEST_CASE("whichever read fails from which on, verify says that the file or a page of it cannot be read") {
  const Folder folder;
  fill(folder / "db", 100);
  bool have_begun = true;
  for (int number = 1; have_begun; ++number) {
    const FailingReads failing(EIO, number, kAll);
    CAPTURE(number);
    Verified verified;
    const std::string refusal = refused([&] { verified = verify(folder / "db"); });
    have_begun = failing.have_begun();
    CHECK((refusal == "file_unreadable" || refusal.empty()));
    for (const Damage& damage : verified.damages) {
      const bool is_said = damage.reason.find("cannot be read") != std::string::npos;
      CHECK((is_said || damage.reason.find("missing") != std::string::npos));
    }
  }
}

TEST_CASE("a file that cannot be read before it is written is not called damaged") {
  const Folder folder;
  fill(folder / "db", GENERATE(100, kRowsOfLargeFile));
  bool have_begun = true;
  for (int number = 1; have_begun; ++number) {
    const Store store = Store::open(folder / "db");
    CAPTURE(number);
    {
      const FailingReads failing(EIO, number, kAll);
      const std::string refusal = write_row(store, 20);
      have_begun = failing.have_begun();
      CHECK(refusal == (have_begun ? "file_unreadable" : ""));
    }
    CHECK(write_row(store, 20) == "");
  }
}

TEST_CASE("a read that a signal interrupts is read again") {
  const Folder folder;
  fill(folder / "db", 100);
  bool have_begun = true;
  for (int number = 1; have_begun; ++number) {
    const FailingReads failing(EINTR, number, 3);
    CAPTURE(number);
    CHECK(refused_to_open(folder / "db") == "");
    CHECK(verify(folder / "db").damages.empty());
    have_begun = failing.have_begun();
  }
}

}  // namespace cellar::test
