#include "json_schema.h"

#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

namespace cellar {

namespace {

using nlohmann::json;

class SchemaCheck {
 public:
  explicit SchemaCheck(const json& root) : root_(root) {}

  void check(const json& value, const json& schema, const std::string& place) {
    if (schema.is_boolean()) return expect(schema.get<bool>(), place, "nothing may be here");
    for (const auto& [keyword, wanted] : schema.items()) {
      static const std::map<std::string,
                            void (SchemaCheck::*)(const json&, const json&, const json&, const std::string&)>
          kKeywords = {{"type", &SchemaCheck::type},
                       {"enum", &SchemaCheck::one_of_values},
                       {"const", &SchemaCheck::constant},
                       {"required", &SchemaCheck::required},
                       {"properties", &SchemaCheck::properties},
                       {"additionalProperties", &SchemaCheck::other_properties},
                       {"items", &SchemaCheck::items},
                       {"minItems", &SchemaCheck::least_items},
                       {"maxItems", &SchemaCheck::most_items},
                       {"pattern", &SchemaCheck::pattern},
                       {"minLength", &SchemaCheck::least_length},
                       {"minimum", &SchemaCheck::minimum},
                       {"oneOf", &SchemaCheck::one_of},
                       {"anyOf", &SchemaCheck::any_of},
                       {"$ref", &SchemaCheck::reference}};
      static const std::vector<std::string> kWords = {"$schema", "$id",         "$comment",    "title",
                                                      "$defs",   "definitions", "description", "examples"};
      const auto known = kKeywords.find(keyword);
      if (known != kKeywords.end()) {
        (this->*known->second)(value, wanted, schema, place);
      } else if (std::find(kWords.begin(), kWords.end(), keyword) == kWords.end()) {
        faults.push_back("the keyword " + keyword + " is not known to this check");
      }
    }
  }

  std::vector<std::string> faults;

 private:
  void expect(bool fits, const std::string& place, const std::string& what) {
    if (!fits) faults.push_back((place.empty() ? "/" : place) + ": " + what);
  }
  static bool is_of(const json& value, const std::string& type) {
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    return type == value.type_name();
  }
  void type(const json& value, const json& wanted, const json& /*schema*/, const std::string& place) {
    bool fits = false;
    for (const json& one : wanted.is_array() ? wanted : json::array({wanted})) {
      fits = fits || is_of(value, one.get<std::string>());
    }
    expect(fits, place, "is no " + wanted.dump());
  }
  void one_of_values(const json& value, const json& wanted, const json& /*schema*/,
                     const std::string& place) {
    expect(std::find(wanted.begin(), wanted.end(), value) != wanted.end(), place,
           value.dump() + " is none of " + wanted.dump());
  }
  void constant(const json& value, const json& wanted, const json& /*schema*/, const std::string& place) {
    expect(value == wanted, place, "is not " + wanted.dump());
  }
  void required(const json& value, const json& wanted, const json& /*schema*/, const std::string& place) {
    for (const json& name : wanted) {
      expect(!value.is_object() || value.contains(name.get<std::string>()), place, "lacks " + name.dump());
    }
  }
  void properties(const json& value, const json& wanted, const json& /*schema*/, const std::string& place) {
    if (!value.is_object()) return;
    for (const auto& [name, schema] : wanted.items()) {
      if (value.contains(name)) check(value[name], schema, place + "/" + name);
    }
  }
  void other_properties(const json& value, const json& wanted, const json& schema, const std::string& place) {
    if (!value.is_object()) return;
    for (const auto& [name, member] : value.items()) {
      if (!schema.contains("properties") || !schema["properties"].contains(name)) {
        check(member, wanted, place + "/" + name);
      }
    }
  }
  void items(const json& value, const json& wanted, const json& /*schema*/, const std::string& place) {
    if (!value.is_array()) return;
    for (std::size_t i = 0; i < value.size(); ++i) check(value[i], wanted, place + "/" + std::to_string(i));
  }
  void least_items(const json& value, const json& wanted, const json& /*schema*/, const std::string& place) {
    expect(!value.is_array() || value.size() >= wanted.get<std::size_t>(), place, "has too few elements");
  }
  void most_items(const json& value, const json& wanted, const json& /*schema*/, const std::string& place) {
    expect(!value.is_array() || value.size() <= wanted.get<std::size_t>(), place, "has too many elements");
  }
  void pattern(const json& value, const json& wanted, const json& /*schema*/, const std::string& place) {
    expect(!value.is_string() ||
               std::regex_search(value.get<std::string>(), std::regex(wanted.get<std::string>())),
           place, value.dump() + " does not fit " + wanted.dump());
  }
  void least_length(const json& value, const json& wanted, const json& /*schema*/, const std::string& place) {
    expect(!value.is_string() || value.get<std::string>().size() >= wanted.get<std::size_t>(), place,
           "is too short");
  }
  void minimum(const json& value, const json& wanted, const json& /*schema*/, const std::string& place) {
    expect(!value.is_number() || value >= wanted, place, value.dump() + " is too small");
  }
  std::size_t fitting(const json& value, const json& schemas) {
    std::size_t count = 0;
    for (const json& schema : schemas) {
      SchemaCheck attempt(root_);
      attempt.check(value, schema, "");
      if (attempt.faults.empty()) ++count;
    }
    return count;
  }
  void one_of(const json& value, const json& wanted, const json& /*schema*/, const std::string& place) {
    expect(fitting(value, wanted) == 1, place, "does not fit exactly one of the forms");
  }
  void any_of(const json& value, const json& wanted, const json& /*schema*/, const std::string& place) {
    expect(fitting(value, wanted) > 0, place, "fits none of the forms");
  }
  void reference(const json& value, const json& wanted, const json& /*schema*/, const std::string& place) {
    check(value, root_.at(json::json_pointer(wanted.get<std::string>().substr(1))), place);
  }

  const json& root_;
};

}  // namespace

json read_schema(const std::string& name) {
  return json::parse(std::ifstream(std::string(CELLAR_SOURCE_DIR) + "/docs/schema/" + name + ".schema.json"));
}

std::vector<std::string> faults_of(const json& document, const json& schema) {
  SchemaCheck check(schema);
  check.check(document, schema, "");
  return check.faults;
}

}  // namespace cellar
