// A search in the pages of a snapshot finds what LMDB finds, in each version of the file.

#include "storage/map/tree_search.h"

#include <map>
#include <random>
#include <set>

#include "damaged.h"

namespace cellar::test {

namespace {

using TreeEntries = std::map<std::string, std::string>;

constexpr const char* kTree = "tree";

std::string bytes_of_tree(std::mt19937& random, std::size_t size) {
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random() % 3);
  return bytes;
}

/// Short keys, of which many share their first eight bytes, and long ones; values in their page and in pages of their own.
std::string key_of_tree(std::mt19937& random) {
  if (random() % 20 == 0) return bytes_of_tree(random, 1 + random() % 511);
  return std::string(random() % 10, 'k') + bytes_of_tree(random, 1 + random() % 9);
}

std::string value_of_tree(std::mt19937& random) {
  return bytes_of_tree(random, random() % 40 == 0 ? random() % 20'000 : random() % 200);
}

class TreeFile {
 public:
  TreeFile() {
    open();
    LmdbTransaction transaction(environment_, false, path_);
    transaction.put(transaction.open_database(kTree, true), "first", "value");
    transaction.erase(transaction.open_database(kTree, false), "first");
    transaction.commit();
  }
  ~TreeFile() { mdb_env_close(environment_); }
  TreeFile(const TreeFile&) = delete;
  TreeFile& operator=(const TreeFile&) = delete;

  void open() {
    REQUIRE(mdb_env_create(&environment_) == 0);
    REQUIRE(mdb_env_set_maxdbs(environment_, 4) == 0);
    REQUIRE(mdb_env_set_mapsize(environment_, std::size_t{1} << 28) == 0);
    REQUIRE(mdb_env_open(environment_, path_.c_str(), MDB_NOSUBDIR | MDB_NOSYNC | MDB_NOTLS, 0600) == 0);
  }
  void change(const TreeEntries& put, const std::vector<std::string>& erased) {
    LmdbTransaction transaction(environment_, false, path_);
    const MDB_dbi tree = transaction.open_database(kTree, false);
    for (const auto& [key, value] : put) transaction.put(tree, key, value);
    for (const std::string& key : erased) transaction.erase(tree, key);
    transaction.commit();
  }
  LmdbTransaction snapshot() { return LmdbTransaction(environment_, true, path_); }
  const std::string& path() const { return path_; }
  void close() { mdb_env_close(environment_); }

 private:
  Folder folder_;
  const std::string path_ = (folder_ / "tree.db").string();
  MDB_env* environment_ = nullptr;
};

/// Every key, its neighbours and some that are not there.
void check_all(TreeSearch& search, LmdbTransaction& snapshot, const TreeEntries& entries,
               std::mt19937& random) {
  const MDB_dbi tree = snapshot.open_database(kTree, false);
  const auto check = [&](const std::string& key) {
    REQUIRE(search.can_read(snapshot));
    const auto found = search.get(snapshot, key);
    const auto expected = snapshot.get(tree, key);
    REQUIRE(found == expected);
  };
  REQUIRE(search.can_read(snapshot));
  for (const auto& [key, value] : entries) {
    REQUIRE(search.get(snapshot, key) == value);
    check(key.substr(0, key.size() - 1) + "\xFF");
    if (key.size() > 1) check(key.substr(0, key.size() - 1));
    if (key.size() < 500) check(key + '\0');
  }
  for (int i = 0; i < 200; ++i) check(key_of_tree(random));
}

}  // namespace

TEST_CASE("a search in the pages of a snapshot finds what LMDB finds, in each version of the file") {
  std::mt19937 random(4);
  TreeFile file;
  TreeEntries entries;
  TreeSearch search(kTree);
  LmdbTransaction before = file.snapshot();
  REQUIRE(search.can_read(before));
  CHECK(search.get(before, "first") == std::nullopt);
  for (const std::size_t count : {1, 3, 40, 300, 4'000, 2, 900}) {
    TreeEntries put;
    while (put.size() < count) put[key_of_tree(random)] = value_of_tree(random);
    std::vector<std::string> erased;
    for (const auto& [key, value] : entries) {
      if (random() % 3 == 0 && !put.contains(key)) erased.push_back(key);
    }
    const TreeEntries old = entries;
    TreeSearch old_search(kTree);
    LmdbTransaction old_snapshot = file.snapshot();
    file.change(put, erased);
    for (const std::string& key : erased) entries.erase(key);
    for (const auto& [key, value] : put) entries[key] = value;
    LmdbTransaction snapshot = file.snapshot();
    check_all(search, snapshot, entries, random);
    check_all(old_search, old_snapshot, old, random);
  }
}

TEST_CASE("a renewed snapshot is searched in the pages of its version") {
  std::mt19937 random(5);
  TreeFile file;
  TreeEntries entries;
  TreeSearch search(kTree);
  LmdbTransaction snapshot = file.snapshot();
  for (int round = 0; round < 30; ++round) {
    TreeEntries put;
    for (int i = 0; i < 20; ++i) put[key_of_tree(random)] = value_of_tree(random);
    file.change(put, {});
    for (const auto& [key, value] : put) entries[key] = value;
    snapshot.reset();
    snapshot.renew();
    check_all(search, snapshot, entries, random);
    snapshot.reset();
    snapshot.renew();
    check_all(search, snapshot, entries, random);
  }
}

TEST_CASE(
    "a page that has lost its number is searched as LMDB searches it, but for that by which the map is "
    "found") {
  std::mt19937 random(7);
  TreeFile file;
  TreeEntries entries;
  while (entries.size() < 600) entries[key_of_tree(random)] = value_of_tree(random);
  file.change(entries, {});
  file.close();
  std::string bytes = bytes_of(file.path());
  std::set<std::uint64_t> of_names;
  for (std::size_t meta = 0; meta < kMetaPages; ++meta)
    of_names.insert(number_at<MetaRecord>(bytes, meta * kPage + kPageHeaderSize).names.root);
  const auto spoil = [&](std::size_t page) {
    for (std::size_t byte = 0; byte < sizeof(std::uint64_t); ++byte)
      bytes[page + byte] = static_cast<char>(random());
  };
  for (std::size_t page = 2 * kPage, size = kPage; page < bytes.size(); page += size) {
    const Page here({bytes.data() + page, kPage});
    const bool is_of_values = here.flags() == kOverflowPage;
    size = is_of_values ? here.overflow_pages() * kPage : kPage;
    if (!is_of_values && !of_names.contains(page / kPage)) spoil(page);
  }
  put_bytes(file.path(), bytes);
  file.open();
  {
    TreeSearch search(kTree);
    LmdbTransaction snapshot = file.snapshot();
    check_all(search, snapshot, entries, random);
  }
  file.close();
  for (const std::uint64_t page : of_names)
    if (page < bytes.size() / kPage) spoil(page * kPage);
  put_bytes(file.path(), bytes);
  file.open();
  TreeSearch search(kTree);
  LmdbTransaction snapshot = file.snapshot();
  CHECK_FALSE(search.can_read(snapshot));
}

TEST_CASE("LMDB is asked for a snapshot whose meta page was written anew before it was searched") {
  TreeFile file;
  file.change({{"key", "old"}}, {});
  TreeSearch search(kTree);
  {
    LmdbTransaction old = file.snapshot();
    file.change({{"key", "newer"}}, {});
    file.change({{"key", "newest"}}, {});
    CHECK_FALSE(search.can_read(old));
  }
  LmdbTransaction snapshot = file.snapshot();
  REQUIRE(search.can_read(snapshot));
  CHECK(search.get(snapshot, "key") == "newest");
}

TEST_CASE("a search in damaged pages ends, with an answer or with the damage") {
  std::mt19937 random(6);
  TreeFile file;
  TreeEntries entries;
  while (entries.size() < 600) entries[key_of_tree(random)] = value_of_tree(random);
  file.change(entries, {});
  file.close();
  const std::string sound = bytes_of(file.path());
  std::vector<std::size_t> pages;
  std::size_t page_of_names = 0;
  for (std::size_t begin = 2 * kPage; begin < sound.size(); begin += kPage) {
    const Page page({sound.data() + begin, kPage});
    if (page.flags() != kLeafPage && page.flags() != kBranchPage) continue;
    pages.push_back(begin);
    if (page.flags() == kLeafPage && page.size() == 1 && page.key(0) == kTree) page_of_names = begin;
  }
  int refused_reads = 0, answers = 0;
  for (int round = 0; round < 400; ++round) {
    std::string bytes = sound;
    for (int change = 0; change < 3; ++change) {
      const std::size_t page = pages[random() % pages.size()];
      const std::size_t within = random() % 2 == 0 ? random() % 64 : random() % kPage;
      // LMDB itself searches the page of the names, and does not look at its number.
      bytes[page + (page == page_of_names ? within % 8 : within)] = static_cast<char>(random());
    }
    put_bytes(file.path(), bytes);
    file.open();
    {
      TreeSearch search(kTree);
      LmdbTransaction snapshot = file.snapshot();
      for (const auto& [key, value] : entries) {
        if (round % 8 != 0 && random() % 8 != 0) continue;
        const std::string why = refused([&] {
          if (search.can_read(snapshot)) search.get(snapshot, key);
        });
        (why.empty() ? answers : refused_reads) += 1;
        CHECK((why.empty() || why == "file_damaged"));
      }
    }
    if (round + 1 < 400) file.close();
  }
  CHECK(refused_reads > 0);
  CHECK(answers > 0);
}

}  // namespace cellar::test
