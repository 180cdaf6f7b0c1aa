// The rows of a small result by the names of their columns, whatever other columns a server has.
//
// In:      a connection to a node, and a SELECT.
// Out:     values of text, number and collection.
// Refused: what reading the rows refuses; an answer that has no end (E682).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/server_connection.h"

namespace cellar {

class AnswerRows {
 public:
  /// Reads all pages. It is about the cluster itself, so no server that is one has more than 256 MiB of it.
  AnswerRows(ServerConnection& node, std::string_view select);

  std::size_t size() const { return rows_.size(); }
  /// Each of these is empty, or 0, if the value is null or the column is not there.
  std::string text(std::size_t row, std::string_view column) const;
  std::int64_t number(std::size_t row, std::string_view column) const;
  std::vector<std::string> list(std::size_t row, std::string_view column) const;
  std::map<std::string, std::string> map(std::size_t row, std::string_view column) const;
  bool is_null(std::size_t row, std::string_view column) const { return !value(row, column); }

 private:
  void add(AnsweredPage page, const ServerAddress& address);
  std::optional<std::size_t> place_of(std::string_view column) const;
  ValueView value(std::size_t row, std::string_view column) const;

  std::vector<AnsweredColumn> columns_;
  std::vector<std::vector<Value>> rows_;
  std::size_t bytes_ = 0, pages_ = 0;
};

}  // namespace cellar
