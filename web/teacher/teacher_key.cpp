#include "web/teacher/teacher_key.h"

#include <fmt/format.h>

#include <random>

namespace cellar {

TeacherKey::TeacherKey() {
  std::random_device random;
  for (int part = 0; part < 4; ++part) key_ += fmt::format("{:08x}", random());
}

bool TeacherKey::is(std::string_view shown) const {
  if (shown.size() != key_.size()) return false;
  unsigned different = 0;
  for (std::size_t i = 0; i < key_.size(); ++i)
    different |= static_cast<unsigned>(static_cast<unsigned char>(key_[i] ^ shown[i]));
  return different == 0;
}

}  // namespace cellar
