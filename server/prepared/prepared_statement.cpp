#include "server/prepared/prepared_statement.h"

#include <utility>

#include "functions/digest.h"
#include "schema/system_keyspaces.h"
#include "server/answer/columns.h"

namespace cellar {

namespace {

std::string md5(std::string_view bytes) { return *digest("MD5", bytes); }

/// Reads of system tables compute all rows, and so never count as short.
bool reads_partition(const Prepared& prepared) {
  if (prepared.columns().empty() || prepared.partition_key_markers().empty()) return false;
  const TablePointer& table = prepared.columns().front().statement_table;
  return table && !is_system_keyspace(table->keyspace);
}

}  // namespace

std::string prepared_id(std::string_view text, std::string_view keyspace) {
  return md5(std::string(keyspace) + std::string(text));
}

std::string metadata_id(const std::vector<ResultColumn>& columns) {
  const EncodedColumns encoded = encode_columns(column_specs(columns), kNewestProtocol);
  return md5(std::to_string(encoded.count) + encoded.bytes);
}

PreparedStatement::PreparedStatement(Prepared prepared, std::string text, std::string keyspace,
                                     std::uint64_t generation)
    : prepared_(std::move(prepared)),
      text_(std::move(text)),
      keyspace_(std::move(keyspace)),
      id_(prepared_id(text_, keyspace_)),
      metadata_id_(cellar::metadata_id(prepared_.columns())),
      generation_(generation),
      is_short_read_(reads_partition(prepared_)) {}

BindMetadata PreparedStatement::bind_metadata() const {
  BindMetadata metadata;
  metadata.markers = marker_specs(prepared_.markers());
  for (const std::size_t marker : prepared_.partition_key_markers())
    metadata.partition_key.push_back(static_cast<std::uint16_t>(marker));
  return metadata;
}

const EncodedColumns& PreparedStatement::columns(ProtocolVersion version) const {
  const std::lock_guard guard(mutex_);
  std::optional<EncodedColumns>& encoded =
      columns_[static_cast<std::size_t>(version) - static_cast<std::size_t>(ProtocolVersion::v3)];
  if (!encoded) encoded = encode_columns(column_specs(prepared_.columns()), version);
  return *encoded;
}

}  // namespace cellar
