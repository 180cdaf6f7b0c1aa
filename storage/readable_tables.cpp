#include "storage/readable_tables.h"

#include <algorithm>
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
    if (name.starts_with(kKeyspaceRecords)) {
      decode_keyspace(name.substr(kKeyspaceRecords.size()), record);
    } else if (name.starts_with(kUserTypeRecords)) {
      types_of(keyspace_of(name, kUserTypeRecords.size()));
    } else if (name.starts_with(kTableRecords)) {
      const std::string keyspace = keyspace_of(name, kTableRecords.size());
      const std::string table =
          name.substr(std::min(name.size(), kTableRecords.size() + keyspace.size() + 1));
      tables_.push_back(
          std::make_shared<const Table>(decode_table(keyspace, table, record, types_of(keyspace))));
    } else {
      damaged_.push_back(name);
    }
  }

  static std::string keyspace_of(const std::string& name, std::size_t begin) {
    return name.substr(begin, name.find('/', begin) - begin);
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
