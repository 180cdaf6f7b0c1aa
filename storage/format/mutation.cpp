#include "storage/format/mutation.h"

#include "storage/format/bytes.h"

namespace cellar {

std::string list_position(std::int64_t order, std::uint32_t index) {
  std::string path;
  append_ordered(path, order);
  append_u32(path, index);
  return path;
}

std::string field_path(std::uint16_t field) {
  std::string path;
  append_u16(path, field);
  return path;
}

std::uint16_t field_of_path(std::string_view path) { return ByteReader(path).u16(); }

}  // namespace cellar
