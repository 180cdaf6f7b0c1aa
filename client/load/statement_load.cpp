#include "client/load/statement_load.h"

#include <algorithm>
#include <utility>

#include "client/topology/cluster_topology.h"
#include "parser/script/command_text.h"
#include "parser/shape/shape.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::uint64_t kWritesBetweenEvents = 256;

/// Returns nothing for a head that says more, such as USING TIMESTAMP.
std::optional<BatchKind> kind_of_batch(std::string_view head) {
  std::vector<std::string> words;
  while (true) {
    const std::size_t begin = head.find_first_not_of(kBlanks);
    if (begin == head.npos) break;
    const std::size_t end = std::min(head.find_first_of(kBlanks, begin), head.size());
    words.push_back(to_lower(head.substr(begin, end - begin)));
    head.remove_prefix(end);
  }
  if (words == std::vector<std::string>{"begin", "batch"}) return BatchKind::logged;
  if (words == std::vector<std::string>{"begin", "unlogged", "batch"}) return BatchKind::unlogged;
  if (words == std::vector<std::string>{"begin", "counter", "batch"}) return BatchKind::counter;
  return std::nullopt;
}

}  // namespace

bool StatementLoad::may_take(std::string_view statement) { return begins_write(statement) && is_long_run(); }

/// Returns true if statements of the shapes of all parts were met before.
bool StatementLoad::come_again() {
  if (met_.size() > kMostShapes) met_.clear();
  bool are_known = true;
  for (const Prepared& statement : statements_)
    are_known = !met_.insert(statement.text()).second && are_known;
  return are_known;
}

WriteLoad& StatementLoad::ready_writes() {
  if (run_ % kWritesBetweenEvents == 0) nodes_.take_events();
  if (writes_ != nullptr && !nodes_.take_topology_change()) return *writes_;
  std::vector<ClusterNode> nodes;
  try {
    nodes = nodes_.ask_about_itself([](ServerConnection& node) { return read_topology(node); });
  } catch (const Refusal&) {
    if (writes_ == nullptr) throw;
    return *writes_;  // it goes on with the nodes that were known
  }
  std::vector<ServerAddress> addresses;
  for (const ClusterNode& node : nodes) {
    if (node.datacenter == nodes_.facts().datacenter) addresses.push_back(node.address);
  }
  nodes_.add_nodes(addresses);
  nodes_.take_topology_change();
  if (writes_ == nullptr) {
    LoadSettings settings{.connection = nodes_.settings(), .datacenter = nodes_.facts().datacenter};
    settings.longest_write = settings.connection.answer_limit;
    settings.without_answer = std::min(settings.without_answer, settings.connection.answer_limit);
    settings.replication = [this](const std::string& keyspace) {
      const Keyspace* const known = mirror_.connection().schema()->find_keyspace(keyspace);
      return known == nullptr ? std::map<std::string, std::string>() : known->replication;
    };
    writes_ = std::make_unique<WriteLoad>(nodes, std::move(settings));
  } else {
    writes_->use_nodes(nodes);
    writes_->look_for_nodes();
  }
  return *writes_;
}

std::optional<std::vector<Diagnostic>> StatementLoad::hand_over(std::string_view statement,
                                                                const StatementSettings& settings) {
  std::vector<Diagnostic> notices;
  BatchText batch;
  std::optional<BatchKind> kind;
  if (split_batch(statement, batch)) {
    kind = kind_of_batch(batch.head);
    if (!kind || batch.statements.empty() || !read_parts(batch.statements, notices)) return std::nullopt;
    std::string key(1, static_cast<char>(*kind));
    for (const Prepared& each : statements_) key += each.text() + ';';
    if (!planned_batches_.contains(key)) {
      // A batch may be refused, or earn a notice, for what its statements are together.
      try {
        notices = mirror_.plan(statement);
      } catch (const Refusal&) {
        return std::nullopt;
      }
      if (planned_batches_.size() > kMostShapes) planned_batches_.clear();
      if (notices.empty()) planned_batches_.insert(std::move(key));
    }
  } else if (!read_parts({statement}, notices)) {
    return std::nullopt;
  }
  if (!come_again()) return std::nullopt;
  for (std::size_t index = 0; index < statements_.size(); ++index)
    parts_[index].statement = &statements_[index];
  ready_writes().hand_over(std::span(parts_).first(statements_.size()), kind, settings);
  return notices;
}

/// Returns false if one of the statements is no unconditional write of a known shape.
bool StatementLoad::read_parts(const std::vector<std::string_view>& statements,
                               std::vector<Diagnostic>& notices) {
  statements_.clear();
  if (parts_.size() < statements.size()) parts_.resize(statements.size());
  for (std::size_t index = 0; index < statements.size(); ++index) {
    const Prepared* const prepared =
        mirror_.prepare_shape(statements[index], parts_[index].values, notices_of_part_);
    if (prepared == nullptr || !prepared->write_effect().is_unconditional) return false;
    statements_.push_back(*prepared);
    if (statements.size() == 1) notices = notices_of_part_;
  }
  return true;
}

bool StatementLoad::hand_over(const Prepared& statement, std::span<const BoundValue> values,
                              const StatementSettings& settings) {
  if (!statement.write_effect().is_unconditional || !is_long_run()) return false;
  if (parts_.empty()) parts_.emplace_back();
  parts_.front().statement = &statement;
  parts_.front().values.assign(values.begin(), values.end());
  ready_writes().hand_over(std::span(parts_).first(1), std::nullopt, settings);
  return true;
}

void StatementLoad::await_all() {
  if (writes_ != nullptr) writes_->await_all();
}

void StatementLoad::note_schema_change() {
  planned_batches_.clear();
  if (writes_ != nullptr) writes_->note_schema_change();
}

void StatementLoad::set_interrupted(const IsInterrupted& interrupted) {
  if (writes_ != nullptr) writes_->set_interrupted(interrupted);
}

}  // namespace cellar
