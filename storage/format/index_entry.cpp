#include "storage/format/index_entry.h"

namespace cellar {

std::string encode_index_value(std::optional<Seconds> end, std::optional<std::string_view> kept) {
  std::string value;
  if (!end && !kept) return value;
  append_varint(value, static_cast<std::uint64_t>(end.value_or(0)));
  if (kept) value += *kept;
  return value;
}

IndexValue decode_index_value(std::string_view bytes) {
  IndexValue value;
  if (bytes.empty()) return value;
  ByteReader reader(bytes);
  const auto end = static_cast<Seconds>(reader.varint());
  if (end != 0) value.end = end;
  value.kept = reader.rest();
  return value;
}

std::size_t indexed_value_size(const IndexLayout& index, std::string_view after_id) {
  if (index.keeps_value) return 0;
  ComponentReader reader(after_id);
  if (index.of_elements && index.holds_path) skip_component(index.place.column->type.arguments[0], reader);
  if (!index.of_elements || index.holds_element) skip_component(*index.type, reader);
  return reader.position();
}

}  // namespace cellar
