// Things by their names, in the order of names, where a copy costs little and a change copies little.
//
// In:      things with a member `name`.
// Out:     the same, found by name or one after another. A copy of the map shares what neither changes: a
//          schema is a snapshot that many threads read, and each CREATE TABLE makes the next one.
// Refused: nothing.
//
// The things lie in chunks, each of which is shared and never changed. A change copies one chunk, and a copy
// of the map is as many pointers as there are chunks: for 10,000 tables, some 150.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cellar {

template <typename Thing>
class NameMap {
 public:
  using Pointer = std::shared_ptr<const Thing>;

  /// Named as in std::map, for loops over [name, thing].
  struct Entry {
    const std::string& first;
    const Thing& second;
  };

  class Iterator {
   public:
    using value_type = Entry;
    using difference_type = std::ptrdiff_t;
    using reference = Entry;
    using iterator_category = std::input_iterator_tag;
    struct Arrow {
      Entry entry;
      const Entry* operator->() const { return &entry; }
    };
    using pointer = Arrow;

    const Pointer& thing() const { return (*map_->chunks_[chunk_])[place_]; }
    Entry operator*() const { return {thing()->name, *thing()}; }
    Arrow operator->() const { return {**this}; }
    Iterator& operator++() {
      if (++place_ == map_->chunks_[chunk_]->size()) {
        ++chunk_;
        place_ = 0;
      }
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator& other) const { return chunk_ == other.chunk_ && place_ == other.place_; }

   private:
    friend class NameMap;
    Iterator(const NameMap* map, std::size_t chunk, std::size_t place)
        : map_(map), chunk_(chunk), place_(place) {}

    const NameMap* map_;
    std::size_t chunk_;
    std::size_t place_;
  };

  NameMap() = default;
  /// Things in the order of their names, each name once.
  explicit NameMap(const std::vector<Pointer>& things) : size_(things.size()) {
    for (auto first = things.begin(); first != things.end();) {
      const auto end = things.end() - first > kUsual ? first + kUsual : things.end();
      chunks_.push_back(std::make_shared<const Chunk>(first, end));
      first = end;
    }
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Iterator begin() const { return {this, 0, 0}; }
  Iterator end() const { return {this, chunks_.size(), 0}; }

  Iterator find(std::string_view name) const {
    const Place place = place_of(name);
    return place.found ? Iterator(this, place.chunk, place.index) : end();
  }
  /// Null if there is none.
  Pointer get(std::string_view name) const {
    const Place place = place_of(name);
    return place.found ? (*chunks_[place.chunk])[place.index] : nullptr;
  }
  bool contains(std::string_view name) const { return place_of(name).found; }

  /// In the place of the one of its name, if there is one.
  void put(Pointer thing) {
    const Place place = place_of(thing->name);
    if (chunks_.empty()) chunks_.push_back(std::make_shared<const Chunk>());
    Chunk chunk = *chunks_[place.chunk];
    const auto position = chunk.begin() + static_cast<std::ptrdiff_t>(place.index);
    if (place.found) {
      *position = std::move(thing);
    } else {
      chunk.insert(position, std::move(thing));
      ++size_;
    }
    replace(place.chunk, std::move(chunk));
  }

  bool erase(std::string_view name) {
    const Place place = place_of(name);
    if (!place.found) return false;
    Chunk chunk = *chunks_[place.chunk];
    chunk.erase(chunk.begin() + static_cast<std::ptrdiff_t>(place.index));
    --size_;
    replace(place.chunk, std::move(chunk));
    return true;
  }

  /// A copy of the thing that belongs to this map alone until the map is copied; a new one if there is none.
  Thing& edit(std::string_view name) {
    const Pointer before = get(name);
    const auto copy = before ? std::make_shared<Thing>(*before) : std::make_shared<Thing>();
    copy->name = name;
    put(copy);
    return *copy;
  }

 private:
  using Chunk = std::vector<Pointer>;
  static constexpr std::ptrdiff_t kUsual = 64;
  static constexpr std::size_t kMost = 2 * kUsual;

  struct Place {
    std::size_t chunk;  // the last one if the name comes behind all
    std::size_t index;
    bool found;
  };

  Place place_of(std::string_view name) const {
    if (chunks_.empty()) return {0, 0, false};
    const auto behind = std::upper_bound(
        chunks_.begin(), chunks_.end(), name,
        [](std::string_view left, const auto& chunk) { return left < chunk->front()->name; });
    const std::size_t number =
        behind == chunks_.begin() ? 0 : static_cast<std::size_t>(behind - chunks_.begin()) - 1;
    const Chunk& chunk = *chunks_[number];
    const auto position =
        std::lower_bound(chunk.begin(), chunk.end(), name,
                         [](const Pointer& thing, std::string_view right) { return thing->name < right; });
    const bool found = position != chunk.end() && (*position)->name == name;
    return {number, static_cast<std::size_t>(position - chunk.begin()), found};
  }

  /// No chunk is empty, and none larger than kMost.
  void replace(std::size_t number, Chunk chunk) {
    const auto place = chunks_.begin() + static_cast<std::ptrdiff_t>(number);
    if (chunk.empty()) {
      chunks_.erase(place);
    } else if (chunk.size() > kMost) {
      const auto middle = chunk.begin() + kUsual;
      auto second = std::make_shared<const Chunk>(middle, chunk.end());
      *place = std::make_shared<const Chunk>(chunk.begin(), middle);
      chunks_.insert(place + 1, std::move(second));
    } else {
      *place = std::make_shared<const Chunk>(std::move(chunk));
    }
  }

  std::vector<std::shared_ptr<const Chunk>> chunks_;
  std::size_t size_ = 0;
};

}  // namespace cellar
