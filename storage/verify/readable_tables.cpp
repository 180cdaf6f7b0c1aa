#include "storage/verify/readable_tables.h"

#include <memory>

#include "schema/record.h"

namespace cellar {

namespace {

using Records = std::map<std::string, std::string>;

class TableReader {
 public:
  TableReader(const Records& records, std::vector<std::string>& damaged)
      : records_(records), damaged_(damaged) {}

  std::vector<TablePointer> read() {
    for (const auto& [name, record] : records_) {
      try {
        read_record(name, record);
      } catch (const std::exception&) {
        damaged_.push_back(name);
      }
    }
    return std::move(tables_);
  }

 private:
  void read_record(const std::string& name, const std::string& record) {
    const RecordName parts = parse_record_name(name);
    const std::string keyspace(parts.keyspace);
    switch (parts.kind) {
      case RecordKind::keyspace:
        decode_keyspace(keyspace, record);
        break;
      case RecordKind::user_type:
        types_of(keyspace);
        break;
      case RecordKind::table:
        tables_.push_back(std::make_shared<const Table>(
            decode_table(keyspace, std::string(parts.name), record, types_of(keyspace))));
        break;
      case RecordKind::unknown:
        damaged_.push_back(name);
    }
  }

  /// None if one of them is damaged.
  const UserTypes& types_of(const std::string& keyspace) {
    const auto known = types_.find(keyspace);
    if (known != types_.end()) return known->second;
    const std::string prefix = std::string(kUserTypeRecords) + keyspace + "/";
    Records types;
    for (auto record = records_.lower_bound(prefix);
         record != records_.end() && record->first.starts_with(prefix); ++record) {
      types.emplace(record->first.substr(prefix.size()), record->second);
    }
    UserTypes& found = types_[keyspace];
    try {
      found = decode_user_types(keyspace, types);
    } catch (const std::exception&) {
      damaged_.push_back(prefix);
    }
    return found;
  }

  const Records& records_;
  std::vector<std::string>& damaged_;
  std::vector<TablePointer> tables_;
  std::map<std::string, UserTypes> types_;  // by keyspace
};

}  // namespace

std::vector<TablePointer> readable_tables(const Records& records, std::vector<std::string>& damaged) {
  return TableReader(records, damaged).read();
}

}  // namespace cellar
