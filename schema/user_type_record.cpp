#include <optional>

#include "schema/record.h"
#include "schema/record_fields.h"
#include "schema/type_record.h"

namespace cellar {

namespace {

constexpr unsigned kTypeKeyspace = 2, kTypeName = 4, kTypeField = 6;
constexpr unsigned kFieldName = 2, kFieldType = 4;

/// Decodes the types of a keyspace, each after those that it is made of.
class UserTypeDecoder {
 public:
  UserTypeDecoder(const std::string& keyspace, const std::map<std::string, std::string>& records)
      : records_(records), scope_{keyspace, [this](const std::string& name) { return find(name); }} {}

  UserTypes decode_all() {
    std::vector<UserTypes::Pointer> types;
    for (const auto& [name, record] : records_) types.push_back(find(name));
    return UserTypes(types);
  }

 private:
  UserTypes::Pointer find(const std::string& name) {
    const auto known = decoded_.find(name);
    if (known != decoded_.end())
      return known->second;  // null while it is being decoded: it is made of itself
    const auto record = records_.find(name);
    if (record == records_.end()) return nullptr;
    decoded_[name] = nullptr;
    return decoded_[name] = std::make_shared<const UserType>(decode(name, record->second));
  }

  UserType decode(const std::string& name, const std::string& record) {
    UserType user_type;
    const std::string place = std::string(kUserTypeRecords) + scope_.keyspace + "/" + name;
    FieldReader fields = open_record(place, record);
    while (fields.next()) {
      if (fields.tag() == kTypeKeyspace)
        user_type.keyspace = fields.text();
      else if (fields.tag() == kTypeName)
        user_type.name = fields.text();
      else if (fields.tag() == kTypeField)
        read_field(fields.fields(), user_type);
      else
        fields.refuse_if_needed();
    }
    if (user_type.keyspace != scope_.keyspace || user_type.name != name || user_type.field_names.empty()) {
      fields.refuse_record();
    }
    return user_type;
  }

  void read_field(FieldReader fields, UserType& user_type) {
    std::string name;
    std::optional<Type> type;
    while (fields.next()) {
      if (fields.tag() == kFieldName)
        name = fields.text();
      else if (fields.tag() == kFieldType)
        type = decode_type(fields.fields(), scope_);
      else
        fields.refuse_if_needed();
    }
    if (!type) fields.refuse_record();
    user_type.field_names.push_back(std::move(name));
    user_type.field_types.push_back(*std::move(type));
  }

  const std::map<std::string, std::string>& records_;
  TypeScope scope_;
  std::map<std::string, UserTypes::Pointer> decoded_;
};

}  // namespace

std::string encode(const UserType& user_type) {
  FieldWriter fields;
  fields.put(kTypeKeyspace, user_type.keyspace);
  fields.put(kTypeName, user_type.name);
  for (std::size_t index = 0; index < user_type.field_names.size(); ++index) {
    FieldWriter field;
    field.put(kFieldName, user_type.field_names[index]);
    field.put(kFieldType, encode_type(user_type.field_types[index]));
    fields.put(kTypeField, field.bytes());
  }
  return record_of(fields);
}

UserTypes decode_user_types(const std::string& keyspace, const std::map<std::string, std::string>& records) {
  return UserTypeDecoder(keyspace, records).decode_all();
}

}  // namespace cellar
