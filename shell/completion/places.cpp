#include "shell/completion/places.h"

#include <algorithm>
#include <array>

#include "shell/completion/sources.h"

namespace cellar {

namespace {

struct PlaceSource {
  std::string_view rule;
  std::string_view caller;  // the rule that calls it; empty: any
  std::string_view around;  // a rule further out; empty: any
  void (*offer)(const TypedPlace& place);
};

// The innermost rule that has an entry counts; of its entries the first that fits.
constexpr auto kPlaceSources = std::to_array<PlaceSource>({
    {"keyspaceName", "createKeyspace", "", offer_nothing},
    {"keyspaceName", "dropIndex", "", offer_nothing},
    {"keyspaceName", "", "", offer_keyspaces},
    {"tableName", "createTable", "", offer_new_qualified_name},
    {"tableName", "createView", "", offer_view_or_its_base},
    {"tableName", "alterView", "", offer_views},
    {"tableName", "dropView", "", offer_views},
    {"tableName", "describedThing", "", offer_described_name},
    {"tableName", "select", "", offer_tables_and_views},
    {"tableName", "", "", offer_tables},
    {"indexName", "dropIndex", "", offer_indexes},
    {"indexName", "", "", offer_nothing},

    {"nativeType", "type", "", offer_type_words},
    {"nativeType", "selectionPrimary", "", offer_type_words},
    {"nativeType", "termPrimary", "", offer_type_words},
    {"type", "termPrimary", "", offer_nothing},
    {"type", "selectionPrimary", "", offer_nothing},
    {"type", "", "", offer_type_words},
    {"userTypeName", "createType", "", offer_new_qualified_name},
    {"userTypeName", "", "", offer_user_types},

    {"selectors", "", "", offer_star},
    {"name", "selector", "", offer_nothing},
    {"name", "selectionModifier", "", offer_fields},
    {"name", "marker", "", offer_nothing},
    {"selectionModifier", "", "", offer_nothing},
    {"arithmeticOperator", "", "", offer_nothing},
    {"selectionPrimary", "", "groupBy", offer_groups},
    {"selectionLiteral", "", "groupBy", offer_nothing},
    {"selectionPrimary", "", "", offer_selected},

    {"columnName", "relation", "", offer_columns_of_condition},
    {"columnName", "columnTuple", "", offer_columns_of_tuple},
    {"relation", "", "", offer_operators},
    {"columnName", "ordering", "", offer_order},
    {"ordering", "", "", offer_directions},
    {"columnName", "insertColumns", "", offer_columns_to_insert},
    {"columnName", "assignment", "", offer_columns_to_set},
    {"name", "assignment", "", offer_fields},
    {"assignment", "", "", offer_assignment_marks},
    {"columnName", "deletionTarget", "", offer_other_columns},
    {"name", "deletionTarget", "", offer_fields},
    {"columnName", "ifCondition", "", offer_other_columns},
    {"name", "ifCondition", "", offer_fields},
    {"ifCondition", "", "", offer_operators},
    {"columnName", "indexTarget", "", offer_columns_to_index},
    {"indexTarget", "", "", offer_parts_to_index},
    {"columnName", "", "", offer_other_columns},

    {"name", "tableElement", "", offer_key_of_definition},
    {"name", "partitionKey", "", offer_key_of_definition},
    {"name", "createView", "", offer_key_of_definition},
    {"name", "clusteringColumn", "", offer_clustering_of_definition},
    {"name", "addedColumn", "", offer_nothing},
    {"name", "field", "", offer_nothing},
    {"name", "dropColumns", "", offer_other_columns},
    {"name", "renaming", "", offer_renamed},
    {"name", "alterType", "", offer_fields},

    {"name", "termPrimary", "", offer_fields},
    {"mapOfConstants", "property", "", offer_option_values},
    {"term", "mapOfConstants", "", offer_sub_options},
    {"term", "", "", offer_values},
    {"assignedTerm", "", "", offer_values},
    {"wholeNumber", "", "", offer_nothing},
    {"name", "property", "", offer_option_names},
    {"constant", "property", "", offer_option_values},
    {"unreservedWord", "property", "", offer_nothing},
    {"indexClass", "", "", offer_index_class},
    {"name", "explainHead", "", offer_explain_words},
    {"name", "explainOption", "", offer_explain_options},
    {"explainOption", "", "", offer_nothing},

    // What is refused in a database that has neither users nor a virtual machine for functions.
    {"createRole", "", "", offer_nothing},
    {"alterRole", "", "", offer_nothing},
    {"dropRole", "", "", offer_nothing},
    {"createUser", "", "", offer_nothing},
    {"alterUser", "", "", offer_nothing},
    {"dropUser", "", "", offer_nothing},
    {"listRoles", "", "", offer_nothing},
    {"listUsers", "", "", offer_nothing},
    {"grantRole", "", "", offer_nothing},
    {"revokeRole", "", "", offer_nothing},
    {"grantPermissions", "", "", offer_nothing},
    {"revokePermissions", "", "", offer_nothing},
    {"listPermissions", "", "", offer_nothing},
    {"addIdentity", "", "", offer_nothing},
    {"dropIdentity", "", "", offer_nothing},
    {"createFunction", "", "", offer_nothing},
    {"dropFunction", "", "", offer_nothing},
    {"createAggregate", "", "", offer_nothing},
    {"dropAggregate", "", "", offer_nothing},
    {"createTrigger", "", "", offer_nothing},
    {"dropTrigger", "", "", offer_nothing},
});

// The words that may be names are offered nowhere as words.
constexpr auto kNameRules =
    std::to_array<std::string_view>({"name", "unreservedWord", "functionWord", "typeWord", "functionName",
                                     "bareFunctionName", "bareTypeName", "roleName", "userName"});

const std::vector<std::string_view>& rules_with_sources() {
  static const std::vector<std::string_view> rules = [] {
    std::vector<std::string_view> names(kNameRules.begin(), kNameRules.end());
    for (const PlaceSource& entry : kPlaceSources)
      if (std::ranges::find(names, entry.rule) == names.end()) names.push_back(entry.rule);
    return names;
  }();
  return rules;
}

bool fits(const PlaceSource& entry, std::span<const BegunRule> path) {
  const auto is_called_by = [&] { return path.size() > 1 && path[1].rule == entry.caller; };
  const auto is_around = [&](const BegunRule& begun) { return begun.rule == entry.around; };
  return entry.rule == path.front().rule && (entry.caller.empty() || is_called_by()) &&
         (entry.around.empty() || std::ranges::any_of(path, is_around));
}

struct SourcedPlace {
  const PlaceSource* source;
  std::span<const BegunRule> path;
  std::vector<std::string> words;
};

/// Adds a place with its source. Places of one source that differ in the rules within it alone are one.
void add_place(const ExpectedPlace& expected, std::vector<SourcedPlace>& places) {
  for (std::span<const BegunRule> path = expected.path; !path.empty(); path = path.subspan(1)) {
    const auto* entry =
        std::ranges::find_if(kPlaceSources, [&](const PlaceSource& each) { return fits(each, path); });
    if (entry == std::end(kPlaceSources)) continue;
    const auto known = std::ranges::find_if(places, [&](const SourcedPlace& place) {
      return place.source == entry && std::ranges::equal(place.path, path);
    });
    SourcedPlace& place = known == places.end() ? places.emplace_back(SourcedPlace{entry, path, {}}) : *known;
    place.words.insert(place.words.end(), expected.words.begin(), expected.words.end());
    return;
  }
}

/// Returns where the words stop to be the same.
std::size_t shared_words(std::string_view left, std::string_view right) {
  std::size_t same = 0, whole = 0;
  for (; same < std::min(left.size(), right.size()) && left[same] == right[same]; ++same)
    if (left[same] == ' ') whole = same;
  const bool left_ends = same == left.size() && (same == right.size() || right[same] == ' ');
  const bool right_ends = same == right.size() && same < left.size() && left[same] == ' ';
  return left_ends || right_ends ? same : whole;
}

/// Words that begin with the same one are one candidate, up to where they differ: `ALTER` for all that can be
/// altered.
std::vector<std::string> with_shared_beginnings(std::vector<std::string> words) {
  std::ranges::sort(words);
  std::vector<std::string> result;
  for (const std::string& word : words) {
    const std::size_t shared = result.empty() ? 0 : shared_words(result.back(), word);
    if (shared > 0)
      result.back().resize(shared);
    else
      result.push_back(word);
  }
  return result;
}

}  // namespace

void offer_next(const TypedTokens& typed, const NameScope& scope, Offers& offers) {
  Expectations expectations =
      expectations_after(std::span(typed.tokens).first(typed.cursor), rules_with_sources());
  std::vector<SourcedPlace> places;
  for (const ExpectedPlace& place : expectations.places) add_place(place, places);
  std::ranges::stable_sort(places, {}, &SourcedPlace::source);
  // Before the many functions that a select list may begin with.
  if (typed.is_behind("SELECT")) {
    for (const std::string_view word : {"DISTINCT", "JSON"})
      if (std::ranges::find(expectations.words, word) != expectations.words.end()) offers.add_words(word);
  }
  for (const SourcedPlace& place : places)
    place.source->offer({typed, scope, place.path, place.words, offers});
  for (const std::string& word : with_shared_beginnings(expectations.words)) {
    const bool is_keyword = word.front() >= 'A' && word.front() <= 'Z';
    if (is_keyword) offers.add_words(word);
    const bool is_worth_typing = word == "(" || word == "=" || word == "{";
    if (is_worth_typing && offers.prefix().kind == Prefix::Kind::none) offers.add_text(word, {}, word == "=");
  }
}

}  // namespace cellar
