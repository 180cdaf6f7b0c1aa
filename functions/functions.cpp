#include "functions/functions.h"

#include <algorithm>
#include <array>

#include "functions/family.h"

namespace cellar {

namespace {

// In the order in which help shows them.
constexpr std::array kFamilies = {
    aggregate_functions,  time_functions,   key_functions,        math_functions,
    arithmetic_functions, cast_functions,   blob_functions,       json_functions,
    mask_functions,       vector_functions, collection_functions,
};

constexpr std::string_view kTypeWord = "<type>";

// The native type's name that `name` has in place of `<type>`, empty for a pattern without one; nothing where
// the name is another.
std::optional<std::string_view> match(std::string_view pattern, std::string_view name) {
  const std::size_t place = pattern.find(kTypeWord);
  if (place == pattern.npos) return !name.empty() && name == pattern ? std::optional("") : std::nullopt;
  const std::string_view before = pattern.substr(0, place);
  const std::string_view behind = pattern.substr(place + kTypeWord.size());
  const bool is_alike =
      name.size() > before.size() + behind.size() && name.starts_with(before) && name.ends_with(behind);
  if (!is_alike) return std::nullopt;
  const std::string_view word = name.substr(before.size(), name.size() - before.size() - behind.size());
  return native_kind(word) ? std::optional(word) : std::nullopt;
}

std::optional<std::string> current_name(const FunctionEntry& entry, std::string_view name) {
  std::optional<std::string_view> word = match(entry.name, name);
  if (!word) word = match(entry.older_name, name);
  if (!word) return std::nullopt;
  std::string current(entry.name);
  if (!word->empty()) current.replace(current.find(kTypeWord), kTypeWord.size(), *word);
  return current;
}

std::vector<Type> types_of(const std::vector<TypeKind>& kinds) {
  std::vector<Type> types;
  for (const TypeKind kind : kinds) types.push_back(native_type(kind));
  return types;
}

Signatures signatures_of(const NativeSignatures& native, const FunctionQuery& query) {
  std::vector<Function> functions;
  for (const NativeSignature& signature : native.signatures) {
    functions.push_back(scalar_function(query.name, types_of(signature.arguments),
                                        native_type(signature.result), native.evaluate));
    functions.back().monotonic = native.monotonic;
  }
  return functions;
}

Signatures signatures_of(const DerivedSignatures& derived, const FunctionQuery& query) {
  return derived.derive(query);
}

std::vector<std::string> texts_of(const NativeSignatures& native, std::string_view name) {
  std::vector<std::string> texts;
  for (const NativeSignature& signature : native.signatures) {
    std::string text = std::string(name) + "(";
    for (std::size_t i = 0; i < signature.arguments.size(); ++i) {
      text += (i == 0 ? "" : ", ") + to_cql(native_type(signature.arguments[i]));
    }
    texts.push_back(text + ") -> " + to_cql(native_type(signature.result)));
  }
  return texts;
}

std::vector<std::string> texts_of(const DerivedSignatures& derived, std::string_view) {
  std::vector<std::string> texts;
  for (std::string_view rest = derived.forms; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    texts.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return texts;
}

FunctionHelp help_of(std::string_view family, const FunctionEntry& entry) {
  auto texts =
      std::visit([&](const auto& signatures) { return texts_of(signatures, entry.name); }, entry.signatures);
  return {family, entry.name, entry.older_name, std::move(texts), entry.help};
}

}  // namespace

Signatures find_functions(std::string_view name, std::span<const std::optional<Type>> arguments,
                          const std::optional<Type>& receiver) {
  for (const auto& family : kFamilies) {
    for (const FunctionEntry& entry : family().functions) {
      const std::optional<std::string> current = current_name(entry, name);
      if (!current) continue;
      const FunctionQuery query{*current, arguments, receiver};
      return std::visit([&](const auto& signatures) { return signatures_of(signatures, query); },
                        entry.signatures);
    }
  }
  return {};
}

std::span<const FunctionHelp> function_help() {
  static const std::vector<FunctionHelp> help = [] {
    std::vector<FunctionHelp> lines;
    for (const auto& make : kFamilies) {
      const FunctionFamily family = make();
      for (const FunctionEntry& entry : family.functions) {
        if (!entry.help.empty()) lines.push_back(help_of(family.title, entry));
      }
    }
    return lines;
  }();
  return help;
}

const FunctionHelp* find_function_help(std::string_view name) {
  const std::span<const FunctionHelp> help = function_help();
  const auto found = std::find_if(help.begin(), help.end(), [name](const FunctionHelp& each) {
    return name == each.name || match(each.name, name) || match(each.older_name, name);
  });
  return found == help.end() ? nullptr : &*found;
}

}  // namespace cellar
