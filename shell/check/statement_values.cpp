#include "shell/check/statement_values.h"

#include <algorithm>
#include <charconv>

namespace cellar {

namespace {

class TimestampReader {
 public:
  explicit TimestampReader(const Statement& statement) : statement_(statement) {}

  void read() {
    if (const auto* insert = std::get_if<InsertStatement>(&statement_.node)) add(*insert);
    if (const auto* update = std::get_if<UpdateStatement>(&statement_.node)) add(*update);
    if (const auto* deletion = std::get_if<DeleteStatement>(&statement_.node)) add(*deletion);
    if (const auto* batch = std::get_if<BatchStatement>(&statement_.node)) {
      add(*batch);
      for (const auto& each : batch->statements) std::visit([this](const auto& write) { add(write); }, each);
    }
  }
  std::vector<WrittenTimestamp> take() { return std::move(written_); }

 private:
  template <typename Write>
  void add(const Write& write) {
    if (!write.using_clause.timestamp) return;
    const Expression& timestamp = *write.using_clause.timestamp;
    const auto* slot = std::get_if<SlotReference>(&timestamp.node);
    if (slot == nullptr) return;
    const SlotSource& source = statement_.slots[slot->index];
    if (source.kind == SlotSource::Kind::marker) return;
    const std::string& text = source.literal.text;
    Timestamp value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault == std::errc() && end == text.data() + text.size()) written_.push_back({value, timestamp.span});
  }

  const Statement& statement_;
  std::vector<WrittenTimestamp> written_;
};

}  // namespace

bool has_markers(const Statement& statement) {
  return std::ranges::any_of(statement.slots,
                             [](const SlotSource& slot) { return slot.kind == SlotSource::Kind::marker; });
}

std::vector<WrittenTimestamp> timestamps_of(const Statement& statement) {
  TimestampReader reader(statement);
  reader.read();
  return reader.take();
}

bool is_in_future(Timestamp written, Timestamp now) {
  constexpr Timestamp kMicrosecondsApart = 60'000'000;
  return written > now && written - now > kMicrosecondsApart;
}

}  // namespace cellar
