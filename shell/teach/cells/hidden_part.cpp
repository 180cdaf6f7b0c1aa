#include "shell/teach/cells/hidden_part.h"

namespace cellar {

HiddenBy HiddenParts::of_row(Timestamp written) const {
  if (row_->deletion && row_->deletion->deletes(written)) return HiddenBy::row;
  if (row_->deleted_around && row_->deleted_around->deletes(written)) return HiddenBy::around;
  return HiddenBy::nothing;
}

HiddenBy HiddenParts::of(const RawCell& cell) const {
  if (cell.is_dropped()) return HiddenBy::dropped_column;
  const Timestamp written = cell.version.liveness.timestamp;
  if (const HiddenBy by = of_row(written); by != HiddenBy::nothing) return by;
  const bool is_element = elements_ && elements_->column == cell.column;
  return is_element && elements_->deletion.deletes(written) ? HiddenBy::elements : HiddenBy::nothing;
}

}  // namespace cellar
