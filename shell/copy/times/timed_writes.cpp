#include "shell/copy/times/timed_writes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "shell/copy/copy_target.h"
#include "shell/copy/times/read_at_second.h"
#include "types/number/number.h"
#include "types/value/value.h"

namespace cellar {

namespace {

bool is_of_elements(TimedWrite::Kind kind) {
  return kind == TimedWrite::Kind::update_elements || kind == TimedWrite::Kind::partition_elements;
}
bool is_of_partition(TimedWrite::Kind kind) {
  return kind == TimedWrite::Kind::partition || kind == TimedWrite::Kind::partition_elements;
}

/// True for a column whose elements can be written one by one, and any number of times.
bool has_separate_elements(const Type& type) { return is_multicell(type) && type.kind != TypeKind::list; }

/// Returns true for the place of a field that a user type lacks.
bool is_absent(const Type& type, const std::vector<ValueView>& parts, std::size_t element) {
  return type.kind == TypeKind::user && !parts[element];
}

void append_part(std::string& list, std::string_view divider, std::string_view part) {
  if (!list.empty()) list += divider;
  list += part;
}

}  // namespace

std::optional<std::size_t> count_of_elements(const Type& type, const Value& value) {
  if (!value || !is_multicell(type)) return std::nullopt;
  const std::size_t parts = unpack(type, *value).size();
  return type.kind == TypeKind::map ? parts / 2 : parts;
}

void unite_alike(const Type& type, const Value& value, std::vector<CellTime>& times) {
  if (times.size() == 1) return;
  const std::vector<ValueView> parts = unpack(type, *value);
  std::optional<CellTime> first;
  bool is_mixed = false;
  for (std::size_t element = 0; element < times.size(); ++element) {
    if (is_absent(type, parts, element)) continue;
    if (!first) first = times[element];
    is_mixed = is_mixed || times[element] != *first;
  }
  if (!is_mixed) times.assign(1, first.value_or(times.front()));
}

CellTime time_of_whole(const std::vector<CellTime>& times) {
  CellTime whole = times.front();
  for (const CellTime& element : times) {
    whole.written = std::max(whole.written, element.written);
    whole.expires = std::max(whole.expires, element.expires);
  }
  return whole;
}

TimedWrites::TimedWrites(Connection& connection, const Table& table, std::vector<const Column*> columns,
                         std::optional<std::int32_t> time_to_live, TimedCounts& counts)
    : connection_(connection),
      table_(table),
      columns_(std::move(columns)),
      time_to_live_(time_to_live),
      counts_(counts) {
  forms_.push_back(insert_form());
  for (const Kind kind : {Kind::update, Kind::update_elements, Kind::partition, Kind::partition_elements})
    forms_.push_back(update_form(kind));
}

TimedWrites::Form TimedWrites::insert_form() const {
  Form form;
  std::string names, markers;
  for (const Column* const column : columns_) {
    append_part(names, ", ", quote_name(column->name));
    append_part(markers, ", ", "?");
    form.places.emplace_back(form.markers++);
  }
  form.time_place = form.markers;
  form.markers += 2;
  form.text = fmt::format("INSERT INTO {} ({}) VALUES ({}) USING TIMESTAMP ? AND TTL ?",
                          qualified_name(table_), names, markers);
  return form;
}

std::size_t TimedWrites::fields_of(Kind kind, const Column& column) {
  const bool is_by_field = is_of_elements(kind) && column.type.kind == TypeKind::user && !column.is_key();
  return is_by_field ? column.type.field_names.size() : 0;
}

std::string TimedWrites::assignment(Kind kind, const Column& column, std::size_t field,
                                    std::string_view value) {
  const std::string name = quote_name(column.name);
  if (fields_of(kind, column) > 0)
    return fmt::format("{}.{} = {}", name, quote_name(column.type.field_names[field]), value);
  return is_of_elements(kind) ? fmt::format("{} = {} + {}", name, name, value)
                              : fmt::format("{} = {}", name, value);
}

TimedWrites::Form TimedWrites::update_form(Kind kind) const {
  Form form;
  form.markers = 2;
  form.places.resize(columns_.size());
  std::string assignments, key;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = *columns_[i];
    const bool is_wanted = !column.is_key() &&
                           is_of_partition(kind) == (column.kind == ColumnKind::static_) &&
                           (!is_of_elements(kind) || has_separate_elements(column.type));
    if (!is_wanted) continue;
    form.places[i] = form.markers;
    const std::size_t parts = std::max<std::size_t>(fields_of(kind, column), 1);
    form.markers += parts;
    for (std::size_t part = 0; part < parts; ++part)
      append_part(assignments, ", ", assignment(kind, column, part, "?"));
  }
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = *columns_[i];
    if (!column.is_key() || (is_of_partition(kind) && column.kind == ColumnKind::clustering)) continue;
    form.places[i] = form.markers++;
    append_part(key, " AND ", quote_name(column.name) + " = ?");
  }
  form.text = fmt::format("UPDATE {} USING TIMESTAMP ? AND TTL ? SET {} WHERE {}", qualified_name(table_),
                          assignments, key);
  return form;
}

/// True if the row is one INSERT. What is null and has no time is left as it is.
bool TimedWrites::is_alike(const std::vector<BoundValue>& values, const CellTimes& times,
                           CellTime& time) const {
  bool has_value = false;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = *columns_[i];
    if (column.is_key()) continue;
    if (!values[i].value) {
      if (times[i].front().written) return false;
      continue;
    }
    const bool is_first = !has_value && times[i].size() == 1 && column.kind == ColumnKind::regular;
    if (is_first) {
      has_value = true;
      time = times[i].front();
    }
  }
  if (!has_value) return false;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i]->is_key() || !values[i].value) continue;
    if (times[i].size() != 1 || times[i].front() != time) return false;
  }
  return true;
}

std::optional<CellTime> TimedWrites::longest_living(const std::vector<BoundValue>& values,
                                                    const CellTimes& times) const {
  std::optional<CellTime> longest;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = *columns_[i];
    if (column.kind != ColumnKind::regular || !values[i].value) continue;
    const bool is_list = times[i].size() > 1;
    const std::vector<ValueView> parts =
        is_list ? unpack(column.type, *values[i].value) : std::vector<ValueView>();
    for (std::size_t element = 0; element < times[i].size(); ++element) {
      if (is_list && is_absent(column.type, parts, element)) continue;
      if (!longest || times[i][element] > *longest) longest = times[i][element];
    }
  }
  return longest;
}

void TimedWrites::begin_write(Kind kind, const CellTime& time, const std::vector<BoundValue>& values,
                              std::vector<TimedWrite>& writes) const {
  const Form& form = form_of(kind);
  TimedWrite write{kind, time, std::vector<BoundValue>(form.markers, BoundValue{{}, true})};
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (columns_[i]->is_key() && form.places[i]) write.values[*form.places[i]] = values[i];
  set_times(write);
  writes.push_back(std::move(write));
}

TimedWrite& TimedWrites::write_of(Kind kind, const CellTime& time, const std::vector<BoundValue>& values,
                                  std::vector<TimedWrite>& writes) const {
  for (TimedWrite& write : writes) {
    const bool is_insert_of_row =
        (kind == Kind::update || kind == Kind::partition) && write.kind == Kind::insert;
    if ((write.kind == kind || is_insert_of_row) && write.time == time) return write;
  }
  begin_write(kind, time, values, writes);
  return writes.back();
}

void TimedWrites::set_times(TimedWrite& write) const {
  const std::size_t place = form_of(write.kind).time_place;
  BoundValue& timestamp = write.values[place];
  BoundValue& time_to_live = write.values[place + 1];
  timestamp.unset = !write.time.written;
  if (write.time.written) timestamp.value = encode_int64(*write.time.written);
  const bool is_said = write.time.expires || time_to_live_;
  time_to_live.unset = !is_said;
  if (is_said) time_to_live.value = encode_int32(write.time.expires ? 0 : *time_to_live_);
}

void TimedWrites::gather_elements(std::size_t column, Kind kind, const std::vector<BoundValue>& values,
                                  const std::vector<CellTime>& times, std::vector<TimedWrite>& writes) const {
  const Type& type = columns_[column]->type;
  const std::vector<ValueView> parts = unpack(type, *values[column].value);
  const std::size_t width = type.kind == TypeKind::map ? 2 : 1;
  const std::size_t place = *form_of(kind).places[column];
  std::vector<bool> is_done(times.size());
  for (std::size_t first = 0; first < times.size(); ++first) {
    if (is_done[first] || is_absent(type, parts, first)) continue;
    TimedWrite& write = write_of(kind, times[first], values, writes);
    std::vector<Value> alike;
    for (std::size_t element = first; element < times.size(); ++element) {
      if (times[element] != times[first] || is_absent(type, parts, element)) continue;
      is_done[element] = true;
      ++write.cells;
      for (std::size_t part = element * width; part < (element + 1) * width; ++part)
        alike.emplace_back(*parts[part]);
      if (type.kind == TypeKind::user) write.values[place + element] = {alike.back(), false};
    }
    if (type.kind != TypeKind::user) write.values[place] = {pack(type, alike), false};
  }
}

void TimedWrites::gather(std::vector<BoundValue>& values, CellTimes& times, bool writes_row,
                         std::vector<TimedWrite>& writes) {
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (!columns_[i]->is_key()) unite_alike(columns_[i]->type, values[i].value, times[i]);
  CellTime time;
  if (writes_row && is_alike(values, times, time)) {
    writes.resize(1);
    TimedWrite& write = writes.front();
    write.kind = Kind::insert;
    write.time = time;
    write.mixed_lists = 0;
    write.cells = 0;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      values[i].unset = !values[i].value;
      if (values[i].value && !columns_[i]->is_key()) ++write.cells;
    }
    std::swap(write.values, values);
    write.values.resize(form_of(Kind::insert).markers);
    return set_times(write);
  }
  writes.clear();
  if (writes_row)
    begin_write(Kind::insert, longest_living(values, times).value_or(CellTime{}), values, writes);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = *columns_[i];
    if (column.is_key() || (!writes_row && column.kind != ColumnKind::static_)) continue;
    const bool is_list = times[i].size() > 1;
    const bool is_static = column.kind == ColumnKind::static_;
    if (!values[i].value && !times[i].front().written) continue;
    if (is_list && has_separate_elements(column.type)) {
      gather_elements(i, is_static ? Kind::partition_elements : Kind::update_elements, values, times[i],
                      writes);
      continue;
    }
    TimedWrite& write =
        write_of(is_static ? Kind::partition : Kind::update, time_of_whole(times[i]), values, writes);
    write.values[*form_of(write.kind).places[i]] = {values[i].value, false};
    ++write.cells;
    write.mixed_lists += is_list ? 1 : 0;
  }
}

const Prepared& TimedWrites::prepared(const std::string& kinds) {
  const auto found = statements_.find(kinds);
  if (found != statements_.end()) return found->second;
  std::string text = kinds.size() == 1 ? "" : "BEGIN UNLOGGED BATCH ";
  for (const char kind : kinds)
    text += forms_[static_cast<std::size_t>(kind)].text + (kinds.size() == 1 ? "" : "; ");
  if (kinds.size() > 1) text += "APPLY BATCH";
  return statements_.emplace(kinds, connection_.prepare(text)).first->second;
}

bool TimedWrites::write(const std::vector<TimedWrite>& writes) {
  const bool may_end = std::ranges::any_of(writes, &TimedWrite::ends);
  if (writes.size() == 1 && !may_end) {
    connection_.execute(prepared(std::string(1, static_cast<char>(writes.front().kind))),
                        std::span<const BoundValue>(writes.front().values));
    counts_.mixed_lists += writes.front().mixed_lists;
    return true;
  }
  const Seconds now = second_now(connection_);
  std::string kinds;
  std::vector<BoundValue> values;
  TimedCounts counts = counts_;
  for (const TimedWrite& write : writes) {
    if (write.ends() && *write.time.expires <= now) {
      counts.expired += write.cells;
      continue;
    }
    kinds += static_cast<char>(write.kind);
    counts.mixed_lists += write.mixed_lists;
    const std::size_t begin = values.size();
    values.insert(values.end(), write.values.begin(), write.values.end());
    if (write.ends())
      values[begin + form_of(write.kind).time_place + 1].value =
          encode_int32(static_cast<std::int32_t>(*write.time.expires - now));
  }
  if (!kinds.empty()) connection_.execute(prepared(kinds), std::span<const BoundValue>(values), now);
  counts_ = counts;
  return !kinds.empty();
}

}  // namespace cellar
