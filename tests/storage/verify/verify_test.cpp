// What verify_file() says of files, sound and damaged, alone and beside writers.
#include <sys/wait.h>

#include <cstring>
#include <fstream>

#include "child.h"
#include "damaged.h"
#include "raw.h"

namespace cellar::test {

TEST_CASE("verify names the rows that a damaged page hides") {
  const Folder folder;
  fill(folder / "db", 100);
  CHECK(verify(folder / "db").summary.damages == 0);
  damage_page_of(folder / "db", 50);
  const std::string before = bytes_of(folder / "db");
  const Verified verified = verify(folder / "db");
  REQUIRE(verified.damages.size() == 1);
  CHECK(verified.damages[0].place.starts_with("from test.t1, k = 1 AND c = "));
  CHECK(verified.damages[0].place.find(" to before test.t1, k = 1 AND c = 5") != std::string::npos);
  CHECK(verified.damages[0].page > 1);
  REQUIRE(verified.summary.tables.size() == 1);
  CHECK(verified.summary.tables[0].sound >= 98);
  CHECK(verified.summary.tables[0].sound < 100);
  CHECK(verified.summary.tables[0].unreadable_ranges == 1);
  CHECK(bytes_of(folder / "db") == before);
}

TEST_CASE("verify names an entry whose bytes are damaged") {
  const Folder folder;
  fill(folder / "db", 3);
  std::string bytes = bytes_of(folder / "db");
  // The key of row 1: its kind, the tag of an int, the int.
  const std::size_t key = bytes.rfind(std::string("\x30\x03\x80\x00\x00\x01", 6));
  REQUIRE(key != std::string::npos);
  bytes[key - 1] =
      static_cast<char>(bytes[key - 1] ^ 0x02);  // of the partition, so that its token is another one
  put_bytes(folder / "db", bytes);
  const Verified verified = verify(folder / "db");
  REQUIRE_FALSE(verified.damages.empty());
  CHECK(verified.damages[0].place.find("test.t1") != std::string::npos);
  CHECK(verified.summary.damages == verified.damages.size());
}

TEST_CASE("verify leaves a neighbour alone that has the name of its lock file") {
  const Folder folder;
  fill(folder / "db-lock", 5);
  fill(folder / "other", 5);
  std::filesystem::copy_file(folder / "other", folder / "db");
  const std::string before = bytes_of(folder / "db-lock");
  CHECK(verify(folder / "db").summary.damages == 0);
  CHECK(bytes_of(folder / "db-lock") == before);
  CHECK(verify(folder / "db-lock").summary.damages == 0);
  std::filesystem::remove(folder / "db-lock");
  put_bytes(folder / "db-lock", "a note");
  CHECK(verify(folder / "db").summary.damages == 0);
  CHECK(bytes_of(folder / "db-lock") == "a note");
}

TEST_CASE("verify reads the snapshot of readers while the next commit is being synced") {
  const Folder folder;
  fill(folder / "db", 50);
  // Forked before the store is opened. 1: damage was found; 2: there was no snapshot.
  Child child([&](Pipes& pipes) {
    pipes.hear();
    const VerifySummary summary = verify(folder / "db").summary;
    return summary.damages != 0 ? 1 : summary.was_written ? 2 : 0;
  });
  const Store store = Store::open(folder / "db");
  // The meta page of a commit of which the readers do not know yet. To tell the two apart it leads elsewhere.
  std::fstream file(folder / "db", std::ios::binary | std::ios::in | std::ios::out);
  const std::string bytes = bytes_of(folder / "db");
  const auto first = number_at<MetaRecord>(bytes, kPageHeaderSize);
  const auto second = number_at<MetaRecord>(bytes, kPage + kPageHeaderSize);
  MetaRecord next = first.transaction > second.transaction ? first : second;
  ++next.transaction;
  next.names.root = next.names.root == 2 ? 3 : 2;
  file.seekp(static_cast<std::streamoff>(next.transaction % kMetaPages * kPage + kPageHeaderSize));
  file.write(reinterpret_cast<const char*>(&next), sizeof next);
  file.close();
  child.pipes.say(1);
  CHECK(child.wait() == 0);
}

TEST_CASE("a file is sound, and is written on, after the write of a meta page has failed") {
  for (const int commits : {1, 2}) {
    const Folder folder;
    fill(folder / "db", 50);
    for (int i = 0; i < commits; ++i) REQUIRE(write_row(Store::open(folder / "db"), i).empty());
    std::string bytes = bytes_of(folder / "db");
    const auto first = number_at<MetaRecord>(bytes, kPageHeaderSize);
    const auto second = number_at<MetaRecord>(bytes, kPage + kPageHeaderSize);
    const bool is_second_older = second.transaction < first.transaction;
    // What LMDB writes then: the roots of the commit that failed, with the last page and the transaction of the page.
    MetaRecord left = is_second_older ? second : first;
    left.names.root = left.last_page + 1;
    std::memcpy(&bytes[(is_second_older ? kPage : 0) + kPageHeaderSize], &left, sizeof left);
    put_bytes(folder / "db", bytes);
    CHECK(verify(folder / "db").summary.damages == 0);
    CHECK(write_row(Store::open(folder / "db"), 70).empty());
    CHECK(write_row(Store::open(folder / "db"), 71).empty());
    CHECK(verify(folder / "db").summary.damages == 0);
    CHECK(verify(folder / "db").summary.tables.at(0).sound == 52);
  }
}

TEST_CASE("verify reads one snapshot while another store writes") {
  const Folder folder;
  fill(folder / "db", 50);
  const pid_t child = fork();
  if (child == 0) {
    const Store store = Store::open(folder / "db");
    for (int i = 0; i < 400; ++i) {
      if (!write_row(store, i % 60).empty() || !erase_row(store, i % 50).empty()) _exit(1);
    }
    _exit(0);
  }
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    const Verified verified = verify(folder / "db");
    CHECK(verified.summary.damages == 0);
  }
  CHECK(status == 0);
}

TEST_CASE("verify names an index that has the id of another table") {
  const Folder folder;
  {
    const Store store = Store::open(folder / "db");
    Table table = *simple_table(5);
    const ColumnId v = table.columns[*table.find("v")].id;
    put_index(table, {9, "by_v", v, IndexTarget::value, IndexKind::legacy, {}, true});
    WriteTransaction transaction = store.write();
    put_records(transaction, table);
    put_records(transaction, *simple_table(9));
    transaction.commit();
  }
  const Verified verified = verify(folder / "db");
  REQUIRE(verified.damages.size() == 2);
  CHECK(verified.damages[0].reason.find("index test.by_v has the id of test.t9") != std::string::npos);
  CHECK(verified.damages[1].reason.find("it has the id of index test.by_v") != std::string::npos);
}

TEST_CASE("verify names the counters and the format that are missing, also if nothing else is there") {
  const Folder folder;
  fill(folder / "db", 3);
  {
    RawFile file(folder / "db");
    for (const auto& [key, value] : file.contents("meta")) file.erase("meta", key);
  }
  const Verified verified = verify(folder / "db");
  REQUIRE(verified.damages.size() >= 2);
  CHECK(verified.damages[0].reason == "its format entry is missing");
  CHECK(verified.damages[1].reason == "its counters entry is missing");
}

}  // namespace cellar::test
