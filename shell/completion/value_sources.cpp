// Functions and values, and the words that are names for the grammar.
#include <algorithm>

#include "functions/functions.h"
#include "shell/completion/sources.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::string_view kTypeWord = "<type>";

/// The signatures, as far as a line has room for them.
std::string note_of(const FunctionHelp& function) {
  if (function.signatures.empty()) return {};
  return function.signatures.size() == 1 ? function.signatures.front()
                                         : function.signatures.front() + ", ...";
}

bool returns(const FunctionHelp& function, std::string_view type) {
  return std::ranges::any_of(function.signatures, [&](const std::string& signature) {
    const std::size_t arrow = signature.rfind("-> ");
    return arrow != signature.npos && std::string_view(signature).substr(arrow + 3) == type;
  });
}

/// `blob_as_<type>` is offered up to the type.
void add_function(Offers& offers, std::string_view name, const FunctionHelp& function) {
  if (name.empty() || name.starts_with('_')) return;
  const std::size_t type = name.find(kTypeWord);
  if (type == name.npos) return offers.add_lower_words(std::string(name) + "(", note_of(function));
  const std::string head(name.substr(0, type));
  if (offers.prefix().typed.size() < head.size()) return offers.add_lower_words(head, note_of(function));
  for (const TypeKind kind :
       {TypeKind::bigint, TypeKind::boolean, TypeKind::date, TypeKind::decimal, TypeKind::double_,
        TypeKind::float_, TypeKind::inet, TypeKind::int_, TypeKind::smallint, TypeKind::text, TypeKind::time,
        TypeKind::timestamp, TypeKind::timeuuid, TypeKind::tinyint, TypeKind::uuid, TypeKind::varint}) {
    offers.add_lower_words(head + to_cql(native_type(kind)) +
                           std::string(name.substr(type + kTypeWord.size())) + "(");
  }
}

bool is_aggregate(const FunctionHelp& function) { return function.family == function_help().front().family; }

/// Names of Cassandra 4 are offered only if no name of Cassandra 5 begins with what was typed.
void add_functions(Offers& offers, bool with_aggregates) {
  const std::size_t before = offers.size();
  for (const FunctionHelp& function : function_help())
    if (with_aggregates || !is_aggregate(function)) add_function(offers, function.name, function);
  if (offers.size() > before || offers.prefix().kind != Prefix::Kind::word) return;
  for (const FunctionHelp& function : function_help()) add_function(offers, function.older_name, function);
}

/// True for a function that makes a value of the type from others. What changes a value is less likely to be meant.
bool makes(const FunctionHelp& function, const Type& type) {
  const std::string name = to_cql(type);
  const bool takes_it = std::ranges::any_of(function.signatures, [&](const std::string& signature) {
    const std::string arguments = signature.substr(0, signature.rfind(" -> "));
    return arguments.find("(" + name) != std::string::npos ||
           arguments.find(", " + name) != std::string::npos;
  });
  const bool has_literals =
      type.kind == TypeKind::text || type.kind == TypeKind::ascii || is_numeric(type.kind);
  return !takes_it && !has_literals && !is_aggregate(function) && returns(function, name);
}

}  // namespace

void offer_functions(const TypedPlace& place) {
  if (place.offers.prefix().kind == Prefix::Kind::quoted_name) return;
  add_functions(place.offers, true);
  for (const std::string& word : place.words) {
    if (word == "CAST" || word == "WRITETIME" || word == "MAXWRITETIME" || word == "TTL")
      place.offers.add_lower_words(word + "(");
  }
}

void offer_star(const TypedPlace& place) {
  if (place.offset() == 0 && place.offers.prefix().kind == Prefix::Kind::none)
    place.offers.add_text("*", {}, true);
  for (const std::string& word : place.words)
    if (word == "AS" && place.offset() > 0 && !place.typed.is_behind("COMMA") &&
        !place.typed.is_behind("JSON") && !place.typed.is_behind("DISTINCT"))
      place.offers.add_words(word);
}

/// What gives a value of the type that is wanted. Other functions are offered once their first letter is typed.
void offer_values(const TypedPlace& place) {
  if (place.offset() > 0) return;
  const std::optional<Type> type = place.wanted_type();
  Offers& offers = place.offers;
  if (type && type->kind == TypeKind::boolean) {
    for (const std::string_view word : {"true", "false"}) offers.add_lower_words(word);
  }
  for (const FunctionHelp& function : function_help())
    if (type && makes(function, *type)) add_function(offers, function.name, function);
  const bool may_be_null = type && type->kind != TypeKind::counter && !place.is_within("relation");
  if (may_be_null) offers.add_words("NULL");
  if (offers.prefix().kind == Prefix::Kind::word) add_functions(offers, false);
}

void offer_index_class(const TypedPlace& place) { place.offers.add_text("'sai'", {}, true); }

void offer_explain_words(const TypedPlace& place) {
  if (place.typed.cursor == 1) place.offers.add_words("ANALYZE");
}

void offer_explain_options(const TypedPlace& place) {
  const std::size_t first = place.path[1].first_token;
  if (place.typed.cursor == first) {
    for (const std::string_view option : {"ANALYZE", "FORMAT", "TIMING"}) place.offers.add_words(option);
  } else if (place.typed.name(first) == "format") {
    for (const std::string_view form : {"JSON", "TEXT"}) place.offers.add_words(form);
  } else {
    for (const std::string_view state : {"ON", "OFF"}) place.offers.add_words(state);
  }
}

}  // namespace cellar
