// Checks that a view has the rows that its table gives, and no others.
//
// In:      the rows of the table.
// Out:     each row that does not agree.
// Refused: entries that cannot be decoded (`file_damaged`).
#pragma once

#include "storage/derived/view_derivation.h"
#include "storage/verify/agreement.h"
#include "storage/verify/base_rows.h"

namespace cellar {

class ViewAgreement {
 public:
  ViewAgreement(BaseRows& rows, const ViewLayout& view, Seconds now, const AgreementActions& actions)
      : rows_(rows), view_(view), now_(now), actions_(actions) {}

  /// Compares what the row gives with the row of the view.
  void check_row(const BaseRow& row);
  /// Looks up the row of the table for each row of the view.
  void check_rows_of_view();

 private:
  bool lives(const PackedRow& row, bool has_live_elements) const;
  bool has_same_elements(const BaseRow& row, const ViewRow& given, bool& has_live) const;
  bool has_same_large_cells(const BaseRow& row, const PackedRow& given, const std::string& key) const;
  bool is_same(PackedRow given, PackedRow stored) const;
  void drop_expired(PackedRow& row) const;
  bool has_live_elements(const std::string& row_key) const;
  bool is_given(const std::string& row_key, const PackedRow& stored) const;
  std::string name() const { return quote_name(view_.view->table->name); }

  BaseRows& rows_;
  const ViewLayout& view_;
  const Seconds now_;
  const AgreementActions& actions_;
};

}  // namespace cellar
