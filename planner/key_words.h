// What the names of key columns tell: whether a column is a part of time, a kind of few values, the id of something.
//
// In:      names and types of columns.
// Out:     yes or no. Words are separated by `_`; names in one word are compared as a whole.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/schema.h"

namespace cellar {

/// "liked_prdt_id": liked, prdt, id
std::vector<std::string_view> words_of_name(std::string_view name);

/// A part of the calendar, or named as one: day, month, yyyymmdd.
bool is_part_of_time(const Column& column);
/// Divides what belongs together into parts of bounded size: a part of time, a bucket, a shard.
bool is_bucket(const Column& column);
/// Has few values, whatever the number of rows: a boolean, status, gender.
bool has_few_values(const Column& column);
/// An id of something: customer_id, or any uuid.
bool is_id(const Column& column);
/// The source of one value after another, such as a sensor: it has no two at the same time.
bool is_source_of_values(const Column& column);
/// Something that ends by itself: an order, a session.
bool comes_to_an_end(const Column& column);
/// A name that tells nothing of what it names: id, k, name, note. Two tables may have such columns of their own.
bool is_plain_name(std::string_view name);
/// A time at which rows are added, and so one that grows.
bool grows(const Column& column);
/// Returns true if one of the names ends with the words of the other: prdt_id and liked_prdt_id.
bool name_same_thing(std::string_view left, std::string_view right);

}  // namespace cellar
