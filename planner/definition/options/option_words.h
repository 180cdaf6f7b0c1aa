// The options of WITH and the values that they take, for who proposes them.
//
// In:      what has options, an option, the class that a map names.
// Out:     names, and values as they are written: `true`, `'NONE'`, `{'class': 'LZ4Compressor'}`.
// Refused: nothing. What is not known has no values.
//
// The tables are those that check the options (planner/definition/options/sub_options.h, table_options.cpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cellar {

enum class OptionHolder : unsigned char { keyspace, table, view, index };

std::vector<std::string> option_names(OptionHolder holder);
/// Returns the values of an option; whole maps for one that is a map.
std::vector<std::string> option_values(OptionHolder holder, std::string_view option);
/// Returns the keys that the option's map may have, in quotes. `class_name` is that of the map; empty: not known yet.
std::vector<std::string> sub_option_names(OptionHolder holder, std::string_view option,
                                          std::string_view class_name);
std::vector<std::string> sub_option_values(OptionHolder holder, std::string_view option,
                                           std::string_view class_name, std::string_view sub_option);

}  // namespace cellar
