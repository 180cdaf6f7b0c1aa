// The rows of one source as values, in their order.
//
// In:      a reader of rows, the statement that they are for, how many of them an earlier COPY has written.
// Out:     each row with its values, or with what is wrong with it. Blank lines are left out.
// Refused: what reading the source is refused for.
//
// A file is read, cut into rows and turned into values by a thread of its own, some blocks ahead of the thread that
// writes them: each takes about half of the time of a load.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "shell/copy/from/file_row_reader.h"
#include "shell/copy/from/import_statement.h"

namespace cellar {

class BoundRows {
 public:
  enum class Ahead : std::uint8_t {
    yes,
    no,  // each row is read when it is asked for: what a person types, or a program writes, may come slowly
  };
  struct Row {
    std::string_view raw;
    std::uint64_t line = 1;
    std::uint64_t bytes_read = 0;  // of the source, up to the end of the row
    BoundRow bound;
    std::optional<Diagnostic> fault;  // the row cannot be written

   private:
    friend class BoundRows;
    std::size_t begin_ = 0;  // of `raw` in the block
    std::size_t size_ = 0;
  };

  /// The reader and the statement must not be used by others while this object lives. The first `passed` rows are only
  /// noted.
  BoundRows(FileRowReader& reader, ImportStatement& import, std::uint64_t passed, Ahead ahead);
  ~BoundRows();
  BoundRows(const BoundRows&) = delete;
  BoundRows& operator=(const BoundRows&) = delete;

  /// Returns null at the end, and after an interrupt that cut the reading off. The row lasts until the next call.
  const Row* next();
  /// Returns the line behind the rows that next() has returned. Requires that it has returned null.
  std::uint64_t line() const { return current_->next_line; }

 private:
  struct Block {
    std::string raw;  // of all rows
    std::vector<Row> rows;
    std::size_t count = 0;  // of the rows that are filled; the others keep their memory
    std::uint64_t next_line = 1;
    bool is_last = false;
    std::exception_ptr failure;  // behind the rows
  };
  static constexpr std::size_t kBlocks = 16;

  void read_ahead();
  void fill(Block& block, std::size_t most_rows);
  void add_row(const FileRow& row, Block& block);
  void reach_block();

  FileRowReader& reader_;
  ImportStatement& import_;
  std::uint64_t passed_;
  Block before_;               // the first one, without a row
  Block blocks_[kBlocks];      // used in turns
  Block* current_ = &before_;  // from which next() returns rows
  std::size_t at_ = 0;         // in the current block

  std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  std::uint64_t filled_ = 0;   // blocks that were read
  std::uint64_t reached_ = 0;  // blocks up to the current one
  bool is_ending_ = false;

  std::thread thread_;  // not joinable: nothing is read ahead
};

}  // namespace cellar
