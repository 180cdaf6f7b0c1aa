#include "types/cpp/cpp_value.h"

namespace cellar {

namespace {

using enum TypeKind;

std::string usual_scalar(TypeKind kind) {
  switch (kind) {
    case blob:
      return CppType<std::vector<std::byte>>::name();
    case boolean:
      return CppType<bool>::name();
    case float_:
      return CppType<float>::name();
    case double_:
      return CppType<double>::name();
    case uuid:
    case timeuuid:
      return CppType<Uuid>::name();
    case timestamp:
      return CppType<Milliseconds>::name();
    case date:
      return CppType<std::chrono::sys_days>::name();
    case TypeKind::time:
      return CppType<std::chrono::nanoseconds>::name();
    case duration:
      return CppType<Duration>::name();
    default:
      return CppType<std::string>::name();
  }
}

}  // namespace

std::string usual_cpp_type(const Type& type) {
  switch (type.kind) {
    case list:
    case vector:
      return "std::vector<" + usual_cpp_type(type.arguments[0]) + ">";
    case set:
      return "std::set<" + usual_cpp_type(type.arguments[0]) + ">";
    case map:
      return "std::map<" + usual_cpp_type(type.arguments[0]) + ", " + usual_cpp_type(type.arguments[1]) + ">";
    case tuple:
    case user: {
      std::string fields;
      for (const Type& field : type.arguments) {
        fields += (fields.empty() ? "" : ", ") + ("std::optional<" + usual_cpp_type(field) + ">");
      }
      return "std::tuple<" + fields + ">";
    }
    default:
      if (const std::size_t size = integer_size(type)) return "std::int" + std::to_string(8 * size) + "_t";
      return usual_scalar(type.kind);
  }
}

void refuse_to_read(std::string_view column, const Type& type, const std::string& asked) {
  refuse("read_as_other_type", {},
         {{"column", std::string(column)},
          {"type", to_cql(type)},
          {"asked", asked},
          {"usual", usual_cpp_type(type)}});
}

void refuse_to_bind(std::string_view marker, const Type& type, const std::string& given) {
  refuse("bound_to_other_type", {},
         {{"marker", std::string(marker)},
          {"type", to_cql(type)},
          {"given", given},
          {"usual", usual_cpp_type(type)}});
}

void name_column(Refusal& refusal, std::string_view column, const Type& type, const std::string& asked) {
  Parameters& parameters = refusal.diagnostic.parameters;
  parameters.push_back({"column", std::string(column)});
  parameters.push_back({"type", to_cql(type)});
  parameters.push_back({"asked", asked});
}

}  // namespace cellar
