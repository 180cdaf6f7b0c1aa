// What the keys held that were written since a moment, so that all of them can be set back to it.
//
// In:      each key that a write transaction is about to put or erase.
// Out:     the value that the key had at that moment, or that it was not there.
// Refused: what reading the previous value refuses. Images of more than 256 MiB are dropped: there is no way back then.
//
// Only the holder of the lock to write uses them. A transaction that ends without a commit does no harm: what its keys
// held is what they still hold.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "storage/map/lmdb.h"

namespace cellar {

class BeforeImages {
 public:
  struct Image {
    MDB_dbi database = 0;
    std::string key;
    std::optional<std::string> value;  // nothing: there was no such key
  };

  /// Forgets all images; from now on the keys that are written are noted.
  void begin();
  /// To be called before the key is written.
  void note(LmdbTransaction& transaction, MDB_dbi database, std::string_view key) {
    if (is_noting_) note_first(transaction, database, key);
  }
  /// Returns false if there is no way back: nothing was begun, or too much was written since.
  bool is_complete() const { return is_noting_; }
  /// Returns the images in the order of their keys, and stops noting.
  std::vector<Image> take();
  /// Undoes take(), and forgets what was noted since: the transaction that was to restore the images has failed.
  void put_back(std::vector<Image> taken);

 private:
  /// A test may write more, but then it should not wait for a reset.
  static constexpr std::size_t kMostBytes = std::size_t{256} << 20;

  void note_first(LmdbTransaction& transaction, MDB_dbi database, std::string_view key);

  bool is_noting_ = false;
  std::size_t bytes_ = 0;
  std::unordered_map<std::string, std::optional<std::string>>
      images_;        // by the database's handle and the key
  std::string name_;  // memory that is reused
};

}  // namespace cellar
