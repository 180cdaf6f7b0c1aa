#include "shell/teach/advise/advise_fill.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "shell/teach/advise/fill_lists.h"
#include "shell/teach/advise/fill_markers.h"
#include "shell/teach/advise/fill_statements.h"
#include "shell/teach/advise/fill_times.h"
#include "types/value/value.h"

namespace cellar {

namespace {

constexpr std::size_t kFirstPageRows = 100;
constexpr std::size_t kMostPageRows = 2000;
constexpr std::size_t kPageBytes = 8 << 20;

class Filler {
 public:
  Filler(const Database& database, Session& session, const TablePointer& table, const Table& copy,
         const std::vector<ElementColumn>& elements)
      : database_(database),
        session_(session),
        source_(table),
        table_(*table),
        copy_(copy),
        elements_(elements),
        lists_(session, copy),
        columns_(columns_to_read(*table, copy, elements)) {
    select_ = session_.prepare(read_text(table_, columns_));
    if (copy_.is_counter()) return;
    insert_ = session_.prepare(insert_text(copy_));
    const std::size_t first = copy_.key_size();
    const std::size_t last = copy_.columns.size();
    while (first + static_count_ < last && copy_.columns[first + static_count_].kind == ColumnKind::static_)
      ++static_count_;
    if (first + static_count_ < last) update_ = session_.prepare(update_text(copy_, last, first));
    if (static_count_ > 0)
      update_static_ = session_.prepare(update_text(copy_, first + static_count_, copy_.partition_key_size));
    for (std::size_t index = first; index < last; ++index) {
      if (is_unfrozen_set_or_map(copy_.columns[index]))
        element_adds_.emplace(index, session_.prepare(add_text(copy_, copy_.columns[index])));
    }
  }

  void run(const StopToken& stop, Output& output) {
    if (copy_.is_counter()) {
      add_ = session_.prepare(counter_text(copy_));
      stored_ = session_.prepare(stored_counters_text(copy_));
    }
    Request page;
    page.statement = *select_;
    page.page_size = kFirstPageRows;
    do {
      if (stop.stop_requested()) refuse("interrupted");
      page_begin_ = database_.now();
      std::vector<std::vector<Value>> rows = read_page(page);
      copy_page(rows);
      page.page_size = page_rows(rows);
      if (output.shows_status()) output.show_status(fmt::format("-- {} rows copied", done_.copied()));
    } while (!page.read_position.empty());
    output.clear_status();
  }

  const FilledRows& done() const { return done_; }

  /// Refuses if the table is not the one any more whose rows are copied.
  void require_source() const {
    const TablePointer source = session_.schema()->find_table(table_.keyspace, table_.name);
    if (source && source->id == table_.id) return;
    refuse("fill_table_gone", {}, {{"table", quote_name(table_.name)}, {"copy", quote_name(copy_.name)}});
  }

 private:
  /// How many rows as large as these a page may have, so that it fits into memory.
  static std::size_t page_rows(const std::vector<std::vector<Value>>& rows) {
    std::size_t bytes = 1;
    for (const std::vector<Value>& row : rows) {
      for (const Value& value : row) bytes += value ? value->size() : 0;
    }
    return std::clamp<std::size_t>(kPageBytes * rows.size() / bytes, 1, kMostPageRows);
  }

  /// Reads a page as a whole, so that no snapshot is held while its rows are written.
  std::vector<std::vector<Value>> read_page(Request& page) {
    Result result = session_.execute(page);
    std::vector<std::vector<Value>> rows;
    while (const ResultRow* row = result.next()) rows.push_back(row->copy());
    if (time_types_.empty()) {
      for (const ResultColumn& column : result.columns()) time_types_.push_back(column.type);
    }
    page.read_position = result.read_position();
    read_markers(rows);
    return rows;
  }

  /// The columns of the table's key are the first ones that are read.
  void read_markers(const std::vector<std::vector<Value>>& rows) {
    std::vector<std::vector<Value>> keys;
    const auto size = static_cast<std::ptrdiff_t>(table_.key_size());
    for (const std::vector<Value>& row : rows) keys.emplace_back(row.begin(), row.begin() + size);
    markers_ = marker_times(database_, source_, keys);
  }

  void copy_page(const std::vector<std::vector<Value>>& rows) {
    FilledRows after = done_;
    session_.begin_group();
    try {
      for (std::size_t index = 0; index < rows.size(); ++index) {
        row_marker_ = markers_[index];
        copy_row(rows[index], after);
      }
      session_.commit_group();
    } catch (...) {
      if (session_.in_group()) session_.drop_group();
      throw;
    }
    done_ = after;
  }

  void copy_row(const std::vector<Value>& row, FilledRows& count) {
    ++count.read;
    std::vector<BoundValue> key(copy_.key_size());
    for (const ReadColumn& read : columns_) {
      if (read.in_copy && *read.in_copy < key.size()) key[*read.in_copy].value = row[read.value];
    }
    std::vector<std::vector<BoundValue>> keys = {std::move(key)};
    for (const ElementColumn& element : elements_) keys = with_elements(keys, element, row);
    std::erase_if(keys, [](const std::vector<BoundValue>& each) {
      return std::ranges::any_of(each, [](const BoundValue& value) { return !value.value; });
    });
    if (keys.empty()) ++count.without_value;
    bool is_unfit = false;
    for (const std::vector<BoundValue>& each : keys) is_unfit = !write(row, each) || is_unfit;
    if (is_unfit) ++count.unfit;
  }

  /// The value that the other column for the same entry of a map has in the key; null if there is none.
  const Value* other_part(const ElementColumn& element, const std::vector<BoundValue>& key) const {
    for (const ElementColumn& other : elements_) {
      if (other.collection == element.collection && other.holds != element.holds && key[other.column].value)
        return &key[other.column].value;
    }
    return nullptr;
  }

  /// Returns each key once for each element of the collection. A list may have an element several times.
  std::vector<std::vector<BoundValue>> with_elements(const std::vector<std::vector<BoundValue>>& keys,
                                                     const ElementColumn& element,
                                                     const std::vector<Value>& row) const {
    const auto read = std::ranges::find_if(
        columns_, [&](const ReadColumn& each) { return each.column->name == element.collection; });
    std::vector<std::vector<BoundValue>> result;
    if (read == columns_.end() || !row[read->value]) return result;
    const Type& type = read->column->type;
    const std::vector<ValueView> parts = unpack(type, *row[read->value]);
    const bool is_map = type.kind == TypeKind::map;
    const std::size_t first = is_map && element.holds == ElementColumn::Holds::value ? 1 : 0;
    std::set<ValueView> seen;
    for (std::size_t part = first; part < parts.size(); part += is_map ? 2 : 1) {
      for (const std::vector<BoundValue>& key : keys) {
        const Value* other = other_part(element, key);
        if (other != nullptr ? **other != parts[part ^ 1] : seen.contains(parts[part])) continue;
        result.push_back(key);
        result.back()[element.column].value = parts[part] ? Value(*parts[part]) : Value();
      }
      seen.insert(parts[part]);
    }
    return result;
  }

  /// Returns false if a value cannot be in a key.
  bool write(const std::vector<Value>& row, const std::vector<BoundValue>& key) {
    try {
      copy_.is_counter() ? add_to_counters(row, key) : write_row(row, key);
      return true;
    } catch (const Refusal& refusal) {
      if (refusal.diagnostic.cause() != Cause::key_value) throw;
      return false;
    }
  }

  /// Cells with the time of the row marker are written with it, the others by an UPDATE for each of their times.
  void write_row(const std::vector<Value>& row, const std::vector<BoundValue>& key) {
    std::map<CellTime, std::vector<const ReadColumn*>> by_time;
    const std::optional<CellTime> marker = marker_time(row);
    if (marker) by_time[*marker];
    for (const ReadColumn& read : columns_) {
      const bool is_value = read.in_copy && *read.in_copy >= key.size();
      if (!is_value || !row[read.value]) continue;
      CellTime time = time_of(times_of(read, row), page_begin_);
      if (write_elements(read, row, key)) continue;
      if (is_unfrozen_list(copy_.columns[*read.in_copy])) {
        const auto written = lists_.time_to_write(*read.in_copy, key, row[read.value], time.timestamp);
        if (!written) continue;
        time.timestamp = *written;
      }
      by_time[time].push_back(&read);
    }
    for (const auto& [time, cells] : by_time) {
      if (time == marker) {
        std::vector<BoundValue> values = cells_of(cells, row);
        values.insert(values.begin(), key.begin(), key.end());
        bind_time(time, values, values.size());
        session_.execute(*insert_, std::span<const BoundValue>(values));
      } else {
        update(time, cells, row, key);
      }
    }
  }

  /// Adds elements that were written at several times to those of the copy, each at its own. Returns false if there
  /// are none.
  bool write_elements(const ReadColumn& read, const std::vector<Value>& row,
                      const std::vector<BoundValue>& key) {
    const auto add = element_adds_.find(*read.in_copy);
    if (add == element_adds_.end()) return false;
    const auto parts = elements_by_time(read.column->type, row[read.value], times_of(read, row));
    if (parts.size() < 2) return false;
    const bool is_static = copy_.columns[*read.in_copy].kind == ColumnKind::static_;
    const std::size_t key_size = is_static ? copy_.partition_key_size : key.size();
    for (const auto& [time, elements] : parts) {
      std::vector<BoundValue> values = {{elements}};
      bind_time(time, values, 0);
      values.insert(values.end(), key.begin(), key.begin() + static_cast<std::ptrdiff_t>(key_size));
      session_.execute(add->second, std::span<const BoundValue>(values));
    }
    return true;
  }

  /// Static cells alone are written without clustering columns.
  void update(const CellTime& time, const std::vector<const ReadColumn*>& cells,
              const std::vector<Value>& row, const std::vector<BoundValue>& key) {
    const bool all_static = std::ranges::all_of(cells, [&](const ReadColumn* read) {
      return copy_.columns[*read->in_copy].kind == ColumnKind::static_;
    });
    std::vector<BoundValue> values = cells_of(cells, row);
    if (all_static) values.resize(static_count_);
    bind_time(time, values, 0);
    const std::size_t key_size = all_static ? copy_.partition_key_size : key.size();
    values.insert(values.end(), key.begin(), key.begin() + static_cast<std::ptrdiff_t>(key_size));
    session_.execute(all_static ? *update_static_ : *update_, std::span<const BoundValue>(values));
  }

  std::vector<BoundValue> cells_of(const std::vector<const ReadColumn*>& cells,
                                   const std::vector<Value>& row) const {
    std::vector<BoundValue> values(copy_.columns.size() - copy_.key_size(), kUnset);
    for (const ReadColumn* read : cells) values[*read->in_copy - copy_.key_size()] = {row[read->value]};
    return values;
  }

  static void bind_time(const CellTime& time, std::vector<BoundValue>& values, std::size_t place) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(place);
    values.insert(at, {bind_value<std::int64_t>("timestamp", native_type(TypeKind::bigint), time.timestamp),
                       bind_value<std::int32_t>("ttl", native_type(TypeKind::int_), time.time_to_live)});
  }

  AnsweredTimes times_of(const ReadColumn& read, const std::vector<Value>& row) const {
    const std::size_t place = *read.timestamp;
    return {time_types_[place], row[place], time_types_[place + 1], row[place + 1]};
  }

  /// A row of the copy lives as long as the values that have become its key. If there are none, its marker is that
  /// of the row, or what lives as long as the cells that the copy does not have.
  std::optional<CellTime> marker_time(const std::vector<Value>& row) const {
    std::optional<CellTime> promoted, left_out;
    for (const ReadColumn& read : columns_) {
      if (!read.timestamp || !row[read.value]) continue;
      const CellTime time = time_of(times_of(read, row), page_begin_);
      if (read.has_elements || (read.in_copy && *read.in_copy < copy_.key_size())) {
        promoted = promoted ? both(*promoted, time) : time;
      } else if (read.column->kind == ColumnKind::regular && !read.in_copy) {
        left_out = left_out ? either(*left_out, time) : time;
      }
    }
    return promoted ? promoted : row_marker_ ? row_marker_ : left_out;
  }

  /// Adds what the counters of the copy lack, so that a copy that begins anew does not count twice.
  void add_to_counters(const std::vector<Value>& row, const std::vector<BoundValue>& key) {
    std::vector<std::int64_t> stored(copy_.columns.size() - key.size(), 0);
    Result result = session_.execute(*stored_, std::span<const BoundValue>(key));
    if (const ResultRow* found = result.next()) {
      for (std::size_t index = 0; index < stored.size(); ++index)
        stored[index] = found->get<std::optional<std::int64_t>>(index).value_or(0);
    }
    std::vector<BoundValue> values(stored.size());
    for (const ReadColumn& read : columns_) {
      if (!read.in_copy || *read.in_copy < key.size()) continue;
      const std::size_t place = *read.in_copy - key.size();
      const auto wanted =
          read_value<std::optional<std::int64_t>>(read.column->name, read.column->type, row[read.value]);
      values[place] = bind_value<std::int64_t>(read.column->name, native_type(TypeKind::counter),
                                               wanted.value_or(0) - stored[place]);
    }
    values.insert(values.end(), key.begin(), key.end());
    session_.execute(*add_, std::span<const BoundValue>(values));
  }

  const Database& database_;
  Session& session_;
  const TablePointer& source_;
  const Table& table_;
  const Table& copy_;
  const std::vector<ElementColumn>& elements_;
  FillLists lists_;
  std::vector<ReadColumn> columns_;
  std::vector<Type> time_types_;                  // of the columns that are read
  std::map<std::size_t, Prepared> element_adds_;  // by column of the copy
  std::size_t static_count_ = 0;                  // of the copy
  std::optional<Prepared> select_, insert_, update_, update_static_, add_, stored_;
  std::vector<std::optional<CellTime>> markers_;  // of the rows of the page
  std::optional<CellTime> row_marker_;            // of the row that is copied
  std::int64_t page_begin_ = 0;                   // when the page was read, microseconds
  FilledRows done_;
};

}  // namespace

FilledRows fill_copy(const Database& database, Session& session, const TablePointer& table, const Table& copy,
                     const std::vector<ElementColumn>& elements, const StopToken& stop, Output& output) {
  Filler filler(database, session, table, copy, elements);
  try {
    filler.run(stop, output);
    filler.require_source();
  } catch (const Refusal& refusal) {
    output.clear_status();
    if (refusal.diagnostic.cause() != Cause::interrupted) {
      filler.require_source();
      throw;
    }
    refuse("fill_interrupted", {},
           {{"table", quote_name(copy.name)}, {"count", std::to_string(filler.done().copied())}});
  }
  return filler.done();
}

}  // namespace cellar
