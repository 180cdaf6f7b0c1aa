#include "executor/select/cell_functions.h"

#include <algorithm>

#include "types/number/number.h"

namespace cellar {

namespace {

/// Returns the result of the function for one cell; null if it has no time to live.
Value told(CellFunction function, const Liveness& liveness, Seconds now) {
  if (function != CellFunction::ttl) return encode_int64(liveness.timestamp);
  if (liveness.time_to_live == 0) return std::nullopt;
  return encode_int32(static_cast<std::int32_t>(std::max<Seconds>(liveness.expires_at - now, 0)));
}

bool within(const Type& type, std::string_view key, const CellPart& part) {
  if (part.from && *part.from && compare(type, key, **part.from) < 0) return false;
  return !(part.to && *part.to && compare(type, key, **part.to) > 0);
}

/// One entry a field, null where the field is null.
std::vector<const StoredElement*> fields_of(const Type& type, const std::vector<StoredElement>& elements) {
  std::vector<const StoredElement*> fields(type.arguments.size(), nullptr);
  for (const StoredElement& element : elements) {
    const std::size_t field = field_of_path(element.path);
    if (field < fields.size()) fields[field] = &element;
  }
  return fields;
}

std::vector<const StoredElement*> chosen(const CellFunctionNode& node, const Type& type,
                                         const std::vector<StoredElement>& elements, const CellPart& part) {
  std::vector<const StoredElement*> cells;
  if (type.kind == TypeKind::user) {
    cells = fields_of(type, elements);
    return node.field ? std::vector{cells[*node.field]} : cells;
  }
  for (const StoredElement& element : elements) {
    const bool wanted = part.key        ? compare(type.arguments[0], element.path, **part.key) == 0
                        : node.is_slice ? within(type.arguments[0], element.path, part)
                                        : true;
    if (wanted) cells.push_back(&element);
  }
  return cells;
}

Value latest(const std::vector<const StoredElement*>& cells) {
  std::optional<Timestamp> newest;
  for (const StoredElement* element : cells) {
    if (element) newest = std::max(newest.value_or(INT64_MIN), element->cell.liveness.timestamp);
  }
  if (!newest) return std::nullopt;
  return encode_int64(*newest);
}

}  // namespace

Value cell_function(const CellFunctionNode& node, const RowView& view, const CellPart& part, Seconds now) {
  const Type& type = view.table->columns[node.column].type;
  if (!is_multicell(type)) {
    const StoredCell* cell = cell_of(view, node.column);
    return cell ? told(node.function, cell->liveness, now) : std::nullopt;
  }
  const std::vector<StoredElement>* elements = elements_of(view, node.column);
  if (!elements) return std::nullopt;
  const std::vector<const StoredElement*> cells = chosen(node, type, *elements, part);
  if (node.function == CellFunction::maxwritetime) return latest(cells);
  if (node.field || part.key) {
    if (cells.empty() || !cells.front()) return std::nullopt;
    return told(node.function, cells.front()->cell.liveness, now);
  }
  if (cells.empty()) return std::nullopt;
  std::vector<Value> values;
  values.reserve(cells.size());
  for (const StoredElement* element : cells) {
    values.push_back(element ? told(node.function, element->cell.liveness, now) : std::nullopt);
  }
  const TypeKind kind = node.function == CellFunction::ttl ? TypeKind::int_ : TypeKind::bigint;
  return pack(list_of(native_type(kind)), values);
}

}  // namespace cellar
