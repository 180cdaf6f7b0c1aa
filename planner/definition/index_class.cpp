#include "planner/definition/index_class.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "planner/definition/options/properties.h"
#include "schema/index_type.h"
#include "types/text/similar_names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr auto kStatementOptions = std::to_array<std::string_view>({"options"});
constexpr auto kAnalysisOptions = std::to_array<std::string_view>({"case_sensitive", "normalize", "ascii"});
constexpr auto kVectorOptions = std::to_array<std::string_view>(
    {"similarity_function", "optimize_for", "maximum_node_connections", "construction_beam_width"});
constexpr auto kSimilarities = std::to_array<std::string_view>({"cosine", "dot_product", "euclidean"});
constexpr auto kAims = std::to_array<std::string_view>({"latency", "recall"});
constexpr auto kReservedOptions = std::to_array<std::string_view>({"class_name", "target"});
constexpr std::string_view kLegacyClass = "legacy_local_table";
constexpr std::string_view kSai = "sai";
constexpr std::string_view kSasiClass = "org.apache.cassandra.index.sasi.SASIIndex";
constexpr std::string_view kSaiPackage = "org.apache.cassandra.index.sai.";
constexpr std::string_view kSaiClass = "StorageAttachedIndex";

bool is_sai(const std::string& name) {
  const std::string lower = to_lower(name);
  return lower == kSai || lower == to_lower(std::string(kSaiClass)) ||
         name == std::string(kSaiPackage).append(kSaiClass);
}

template <std::size_t Size>
bool holds(const std::array<std::string_view, Size>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// An index that is being checked. `type` is that of the values it holds: of a part of a collection.
struct Indexed {
  const CreateIndexStatement& statement;
  const Index& index;
  Type type;

  Span options_span() const { return statement.properties.front().span; }
  Span column_span() const { return statement.columns.front().span; }
};

void check_analysis(const Indexed& indexed, const Column& column) {
  for (const auto& [option, value] : indexed.index.options) {
    if (!holds(kAnalysisOptions, option)) continue;
    const Parameters parameters = {{"option", option},
                                   {"value", value},
                                   {"column", quote_name(column.name)},
                                   {"type", to_cql(indexed.type)}};
    if (column.is_key()) refuse("analysis_of_key", indexed.options_span(), parameters);
    const bool is_text = indexed.type.kind == TypeKind::text || indexed.type.kind == TypeKind::ascii;
    if (!is_text || indexed.index.target == IndexTarget::entries)
      refuse("analysis_of_other_type", indexed.options_span(), parameters);
    const std::string word = to_lower(value);
    if (word != "true" && word != "false") refuse("index_option_boolean", indexed.options_span(), parameters);
  }
}

bool is_number_up_to(const std::string& text, int most) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value > 0 && value <= most;
}

/// Returns the values that the option takes, for a message; empty if `value` is one of them.
std::string wanted_instead(const std::string& option, const std::string& value) {
  const std::string word = to_lower(value);
  if (option == "similarity_function")
    return holds(kSimilarities, word) ? "" : "cosine, dot_product or euclidean";
  if (option == "optimize_for") return holds(kAims, word) ? "" : "latency or recall";
  constexpr int kMostConnections = 512, kWidestBeam = 3200;
  const int most = option == "maximum_node_connections" ? kMostConnections : kWidestBeam;
  return is_number_up_to(value, most) ? "" : "a whole number from 1 to " + std::to_string(most);
}

void check_vector_options(const Indexed& indexed) {
  for (const auto& [option, value] : indexed.index.options) {
    if (!holds(kVectorOptions, option)) continue;
    if (indexed.type.kind != TypeKind::vector) {
      refuse("vector_option_of_other_type", indexed.options_span(),
             {{"option", option}, {"type", to_cql(indexed.type)}});
    }
    const std::string wanted = wanted_instead(option, value);
    if (!wanted.empty())
      refuse("index_option_value", indexed.options_span(),
             {{"option", option}, {"value", value}, {"wanted", wanted}});
  }
}

/// Returns true for types that a storage-attached index does not take.
bool is_unsupported(const Type& type) {
  return type.kind == TypeKind::blob || type.kind == TypeKind::counter || type.kind == TypeKind::duration ||
         is_multicell(type);
}

void check_type(const Indexed& indexed) {
  const std::vector<Type> parts =
      indexed.index.target == IndexTarget::entries ? indexed.type.arguments : std::vector<Type>{indexed.type};
  for (const Type& part : parts) {
    if (is_unsupported(part)) refuse("sai_of_type", indexed.column_span(), {{"type", to_cql(part)}});
  }
  if (indexed.type.kind != TypeKind::vector) return;
  if (indexed.type.arguments[0].kind != TypeKind::float_)
    refuse("sai_of_other_vector", indexed.column_span(), {{"type", to_cql(indexed.type)}});
  if (indexed.type.dimension == 1 && similarity_of(indexed.index) == SimilarityFunction::cosine)
    refuse("sai_cosine_of_one", indexed.column_span(), {{"type", to_cql(indexed.type)}});
}

void check_option_names(const CreateIndexStatement& statement, const Index& index) {
  std::vector<std::string_view> known(kAnalysisOptions.begin(), kAnalysisOptions.end());
  known.insert(known.end(), kVectorOptions.begin(), kVectorOptions.end());
  for (const auto& [option, value] : index.options) {
    if (option == "class_name" || std::find(known.begin(), known.end(), option) != known.end()) continue;
    std::string list;
    for (const std::string_view name : known) list.append(list.empty() ? "" : ", ").append(name);
    refuse("unknown_index_option", statement.properties.front().span, {{"option", option}, {"known", list}});
  }
}

void refuse_second_index(const CreateIndexStatement& statement, const Index& index, const Table& table,
                         const Column& column) {
  for (const Index& other : table.indexes) {
    if (other.kind != IndexKind::sai || other.column != index.column || other.target != index.target)
      continue;
    refuse("second_sai_index", statement.columns.front().span,
           {{"column", quote_name(column.name)}, {"index", quote_name(other.name)}});
  }
}

}  // namespace

IndexClass read_index_class(const CreateIndexStatement& statement) {
  check_property_names(statement.properties, kStatementOptions);
  IndexClass result;
  const Property* options = find_property(statement.properties, "options");
  if (options != nullptr) result.options = property_map(*options);
  result.name = statement.class_name.value_or(std::string(kLegacyClass));
  const bool is_legacy = !statement.custom && to_lower(result.name) == kLegacyClass;
  if (is_legacy) {
    if (options != nullptr) refuse("options_of_legacy_index", options->span);
    return result;
  }
  for (const auto& [option, value] : result.options) {
    if (holds(kReservedOptions, option)) refuse("reserved_index_option", options->span, {{"option", option}});
  }
  if (result.name == kSasiClass) refuse("sasi_switched_off", statement.class_span);
  result.known = is_sai(result.name) ? IndexClass::Known::sai : IndexClass::Known::unknown;
  return result;
}

void require_known_class(const IndexClass& index_class, const CreateIndexStatement& statement) {
  if (index_class.known != IndexClass::Known::unknown) return;
  if (!statement.class_name) refuse("custom_index_without_class", statement.table.span);
  const Parameters parameters = {{"class", index_class.name}};
  if (statement.columns.empty()) refuse("unknown_class_of_no_column", statement.class_span, parameters);
  const bool has_options = !index_class.options.empty();  // which 'sai' may not have either
  const auto fix = [&](const std::string& literal) {
    return has_options ? std::nullopt : std::optional(Fix{statement.class_span, literal});
  };
  std::vector<std::string> known{std::string(kSai), std::string(kSaiClass),
                                 std::string(kSaiPackage) + std::string(kSaiClass)};
  if (!statement.custom) known.emplace_back(kLegacyClass);
  const NearestName nearest = find_nearest(index_class.name, known);
  if (nearest.name.empty()) refuse("unknown_index_class", statement.class_span, parameters, fix("'sai'"));
  const std::string literal = fmt::format("'{}'", nearest.name);
  refuse("unknown_index_class_near", statement.class_span,
         {{"class", index_class.name}, {"nearest", literal}}, fix(literal));
}

void check_sai_index(const CreateIndexStatement& statement, const Index& index, const Table& table) {
  const Column& column = table.columns[*table.find(index.column)];
  const bool has_one_column = statement.columns.size() == 1;
  if (has_one_column) refuse_second_index(statement, index, table, column);
  check_option_names(statement, index);
  if (!has_one_column) refuse("sai_of_several_columns", statement.columns_span);
  const Indexed indexed{statement, index, indexed_type(index.target, column.type)};
  check_analysis(indexed, column);
  check_vector_options(indexed);
  check_type(indexed);
}

std::vector<std::string> index_option_names() {
  std::vector<std::string> names(kAnalysisOptions.begin(), kAnalysisOptions.end());
  names.insert(names.end(), kVectorOptions.begin(), kVectorOptions.end());
  return names;
}

std::vector<std::string> index_option_values(std::string_view option) {
  if (option == "similarity_function") return {kSimilarities.begin(), kSimilarities.end()};
  if (option == "optimize_for") return {kAims.begin(), kAims.end()};
  if (holds(kAnalysisOptions, std::string(option))) return {"true", "false"};
  return {};
}

}  // namespace cellar
