#include "schema/cql_text.h"

namespace cellar {

namespace {
std::string describe_replication(std::map<std::string, std::string> replication) {
  constexpr std::string_view kPackage = "org.apache.cassandra.locator.";
  std::string& strategy = replication["class"];
  if (strategy.starts_with(kPackage)) strategy.erase(0, kPackage.size());
  return describe_map(replication);
}

std::string word_of(TypeKind kind) {
  return kind == TypeKind::list  ? "list"
         : kind == TypeKind::set ? "set"
         : kind == TypeKind::map ? "map"
                                 : "tuple";
}

}  // namespace

std::string quote_string(std::string_view text) {
  std::string quoted = "'";
  for (const char letter : text) {
    quoted += letter;
    if (letter == '\'') quoted += letter;
  }
  return quoted + "'";
}

std::string describe_map(const std::map<std::string, std::string>& entries) {
  std::string text = "{";
  for (const auto& [key, value] : entries) {
    if (text.size() > 1) text += ", ";
    text += quote_string(key) + ": " + quote_string(value);
  }
  return text + "}";
}

// The two blanks before AND are Cassandra's.
std::string describe(const Keyspace& keyspace) {
  return "CREATE KEYSPACE " + quote_name(keyspace.name) +
         " WITH replication = " + describe_replication(keyspace.replication) +
         "  AND durable_writes = " + (keyspace.durable_writes ? "true" : "false") + ";";
}

std::string describe_virtual(const Keyspace& keyspace) {
  const std::string name = quote_name(keyspace.name);
  return "/*\nWarning: Keyspace " + name +
         " is a virtual keyspace and cannot be recreated with CQL.\nStructure, for reference:\nVIRTUAL "
         "KEYSPACE " +
         name + ";\n*/";
}

std::string describe_type(const Type& type) {
  if (type.arguments.empty()) return to_cql(type);
  // The parts of a vector are written as they would be alone: it freezes them without saying so.
  if (type.kind == TypeKind::vector) {
    Type element = type.arguments.front();
    if (element.kind != TypeKind::tuple && element.kind != TypeKind::vector) element.frozen = false;
    return "vector<" + describe_type(element) + ", " + std::to_string(type.dimension) + ">";
  }
  std::string text;
  if (type.kind == TypeKind::user) {
    text = quote_type_name(type.name);
  } else {
    for (const Type& argument : type.arguments) text += (text.empty() ? "" : ", ") + describe_type(argument);
    text = word_of(type.kind) + "<" + text + ">";
  }
  return type.frozen ? "frozen<" + text + ">" : text;
}

std::string describe(const UserType& user_type) {
  std::string text =
      "CREATE TYPE " + quote_name(user_type.keyspace) + "." + quote_type_name(user_type.name) + " (\n";
  for (std::size_t index = 0; index < user_type.field_names.size(); ++index) {
    if (index > 0) text += ",\n";
    text +=
        "    " + quote_name(user_type.field_names[index]) + " " + describe_type(user_type.field_types[index]);
  }
  return text + "\n);";
}

}  // namespace cellar
