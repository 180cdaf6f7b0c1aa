#include "storage/map/before_images.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace cellar {

void BeforeImages::begin() {
  images_ = {};
  bytes_ = 0;
  is_noting_ = true;
}

void BeforeImages::note_first(LmdbTransaction& transaction, MDB_dbi database, std::string_view key) {
  name_.assign(reinterpret_cast<const char*>(&database), sizeof database);
  name_ += key;
  const auto [image, is_new] = images_.try_emplace(name_);
  if (!is_new) return;
  if (const std::optional<std::string_view> value = transaction.get(database, key)) image->second = *value;
  bytes_ += kBytesBesideKey + name_.size() + (image->second ? image->second->size() : 0);
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

}  // namespace cellar
