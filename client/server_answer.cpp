#include "client/server_answer.h"

#include <algorithm>
#include <variant>

#include "protocol/protocol_fault.h"
#include "types/value/value.h"
#include "types/value/value_form.h"

namespace cellar {

namespace {

/// In memory a null takes up to twenty times its bytes in the answer.
constexpr std::size_t kMostCells = 8'000'000;

/// writetime() and ttl() of a collection or user type are lists whose elements may be null, unlike those of a stored list.
bool is_value(const Type& type, const ValueForm& form, std::string_view bytes) {
  if (form.holds(bytes)) return true;
  if (type.kind != TypeKind::list) return false;
  const auto elements = try_unpack(type, bytes);
  return elements && std::ranges::all_of(*elements, [&](const ValueView& element) {
           return !element || has_form(type.arguments[0], *element);
         });
}

/// Fills a page with one of the kinds of results.
struct PageFiller {
  AnsweredPage& page;
  ProtocolVersion version;

  void operator()(const VoidResult&) const {}
  void operator()(const RowsResult& result) const {
    page.has_rows = true;
    for (const ColumnSpec& column : result.metadata.columns)
      page.columns.push_back(
          {std::string(column.keyspace), std::string(column.table), std::string(column.name), column.type});
    if (page.columns.size() != static_cast<std::size_t>(result.metadata.column_count))
      throw ProtocolFault("the rows of a RESULT have no description of their columns");
    if (static_cast<std::size_t>(result.row_count) * page.columns.size() > kMostCells)
      throw ProtocolFault("a page has more than 8 million values; PAGING 5000 asks for smaller ones");
    RowCells cells(result, version);
    std::vector<ValueForm> forms;
    for (const AnsweredColumn& column : page.columns) forms.emplace_back(column.type);
    while (const std::vector<ValueView>* const row = cells.next()) {
      for (std::size_t i = 0; i < row->size(); ++i) {
        if ((*row)[i] && !is_value(page.columns[i].type, forms[i], *(*row)[i]))
          throw ProtocolFault("a value of " + page.columns[i].name + " is none of its type");
      }
      page.rows.emplace_back(row->begin(), row->end());
    }
    page.next_page = result.metadata.paging_state.value_or("");
  }
  void operator()(const SetKeyspaceResult& result) const { page.keyspace = result.keyspace; }
  void operator()(const PreparedResult&) const {
    throw ProtocolFault("a statement is answered as a PREPARE");
  }
  void operator()(const SchemaChangeResult&) const { page.has_schema_change = true; }
};

}  // namespace

void throw_error(const ReceivedResponse& response) {
  if (const auto* const error = std::get_if<ErrorResponse>(&response.message))
    throw ServerError(error->code(), error->text);
}

AnsweredPage page_of(const ReceivedResponse& response) {
  throw_error(response);
  const auto* const result = std::get_if<ResultResponse>(&response.message);
  if (result == nullptr) throw ProtocolFault("the answer to a statement is no RESULT");
  AnsweredPage page;
  page.warnings.assign(response.head.warnings.begin(), response.head.warnings.end());
  page.trace_id = response.head.trace_id.value_or("");
  std::visit(PageFiller{page, response.head.version}, *result);
  return page;
}

}  // namespace cellar
