#include "schema/index_type.h"

#include "types/names.h"
#include "types/text/fold.h"
#include "types/text/text.h"

namespace cellar {

namespace {

std::string option_word(const Index& index, const std::string& option) {
  const auto found = index.options.find(option);
  return found == index.options.end() ? "" : to_lower(found->second);
}

}  // namespace

Type indexed_type(IndexTarget target, const Type& column) {
  switch (target) {
    case IndexTarget::value:
    case IndexTarget::full:
      return column;
    case IndexTarget::values:
      return column.arguments.back();
    case IndexTarget::keys:
      return column.arguments.front();
    case IndexTarget::entries:
      return tuple_of(column.arguments);
  }
  return column;
}

const Column& column_of(const Index& index, const Table& table) {
  return table.columns[*table.find(index.column)];
}

std::string target_text(const Index& index, const Table& table) {
  const std::string column = quote_name(column_of(index, table).name);
  switch (index.target) {
    case IndexTarget::value:
      break;
    case IndexTarget::values:
      return "values(" + column + ")";
    case IndexTarget::keys:
      return "keys(" + column + ")";
    case IndexTarget::entries:
      return "entries(" + column + ")";
    case IndexTarget::full:
      return "full(" + column + ")";
  }
  return column;
}

SimilarityFunction similarity_of(const Index& index) {
  const std::string word = option_word(index, "similarity_function");
  if (word == "euclidean") return SimilarityFunction::euclidean;
  return word == "dot_product" ? SimilarityFunction::dot_product : SimilarityFunction::cosine;
}

TextAnalysis analysis_of(const Index& index) {
  TextAnalysis analysis;
  analysis.ignores_case = option_word(index, "case_sensitive") == "false";
  analysis.normalizes = option_word(index, "normalize") == "true";
  analysis.folds_to_ascii = option_word(index, "ascii") == "true";
  return analysis;
}

std::string analyzed(const TextAnalysis& analysis, std::string_view text) {
  std::string form(text);
  if (analysis.ignores_case) form = to_unicode_lower(form);
  if (analysis.normalizes) form = to_composed(form);
  return analysis.folds_to_ascii ? to_ascii_letters(form) : form;
}

}  // namespace cellar
