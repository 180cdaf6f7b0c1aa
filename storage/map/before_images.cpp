#include "storage/map/before_images.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace cellar {

namespace {

constexpr std::size_t kBytesBesideKey = 128;

std::size_t bytes_of(const std::string& name, const std::optional<std::string>& value) {
  return kBytesBesideKey + name.size() + (value ? value->size() : 0);
}

void set_name(std::string& name, MDB_dbi database, std::string_view key) {
  name.assign(reinterpret_cast<const char*>(&database), sizeof database);
  name += key;
}

}  // namespace

void BeforeImages::begin() {
  images_ = {};
  bytes_ = 0;
  is_noting_ = true;
}

void BeforeImages::note_first(LmdbTransaction& transaction, MDB_dbi database, std::string_view key) {
  set_name(name_, database, key);
  if (images_.contains(name_)) return;
  // Read before there is an image, since it may throw.
  std::optional<std::string> value(transaction.get(database, key));
  bytes_ += bytes_of(name_, value);
  images_.emplace(name_, std::move(value));
  if (bytes_ <= kMostBytes) return;
  images_ = {};
  is_noting_ = false;
}

std::vector<BeforeImages::Image> BeforeImages::take() {
  std::vector<Image> taken;
  taken.reserve(images_.size());
  for (auto& [name, value] : images_) {
    Image image{.database = 0, .key = name.substr(sizeof(MDB_dbi)), .value = std::move(value)};
    std::memcpy(&image.database, name.data(), sizeof image.database);
    taken.push_back(std::move(image));
  }
  std::ranges::sort(taken, [](const Image& left, const Image& right) {
    return left.database != right.database ? left.database < right.database : left.key < right.key;
  });
  images_ = {};
  is_noting_ = false;
  return taken;
}

void BeforeImages::put_back(std::vector<Image> taken) {
  begin();
  for (Image& image : taken) {
    std::string name;
    set_name(name, image.database, image.key);
    bytes_ += bytes_of(name, image.value);
    images_.emplace(std::move(name), std::move(image.value));
  }
}

}  // namespace cellar
