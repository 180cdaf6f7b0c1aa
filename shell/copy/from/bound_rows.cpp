#include "shell/copy/from/bound_rows.h"

#include <system_error>

#include "storage/system/signals_blocked.h"

namespace cellar {

namespace {

constexpr std::size_t kRowsOfBlock = 256;
constexpr std::size_t kBytesOfBlock = 1 << 18;

}  // namespace

BoundRows::BoundRows(FileRowReader& reader, ImportStatement& import, std::uint64_t passed, Ahead ahead)
    : reader_(reader), import_(import), passed_(passed) {
  before_.next_line = reader.line();
  if (ahead == Ahead::no) return;
  const SignalsBlocked blocked;
  try {
    thread_ = std::thread([this] { read_ahead(); });
  } catch (const std::system_error&) {
    // The system grants no thread: the one that writes reads as well.
  }
}

BoundRows::~BoundRows() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard guard(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

const BoundRows::Row* BoundRows::next() {
  while (at_ == current_->count) {
    if (current_->failure) std::rethrow_exception(current_->failure);
    if (current_->is_last) return nullptr;
    reach_block();
    at_ = 0;
  }
  Row& row = current_->rows[at_++];
  row.raw = std::string_view(current_->raw).substr(row.begin_, row.size_);
  return &row;
}

void BoundRows::reach_block() {
  if (!thread_.joinable()) {
    current_ = blocks_;
    return fill(*current_, 1);
  }
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return filled_ > reached_; });
  current_ = &blocks_[reached_++ % kBlocks];
  // Waking the reader takes as long as writing some rows, so it is woken for half of the blocks at once.
  const bool is_low = filled_ - reached_ <= kBlocks / 2;
  lock.unlock();
  if (is_low) changed_.notify_all();
}

void BoundRows::read_ahead() {
  for (std::uint64_t number = 0;; ++number) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return is_ending_ || number + 1 < reached_ + kBlocks; });
      if (is_ending_) return;
    }
    Block& block = blocks_[number % kBlocks];
    fill(block, kRowsOfBlock);
    {
      const std::lock_guard guard(mutex_);
      ++filled_;
    }
    changed_.notify_all();
    if (block.is_last) return;
  }
}

void BoundRows::fill(Block& block, std::size_t most_rows) {
  block.count = 0;
  block.raw.clear();
  try {
    while (block.count < most_rows && block.raw.size() < kBytesOfBlock) {
      const FileRow* const row = reader_.next();
      if (row == nullptr) {
        block.is_last = true;
        break;
      }
      if (!row->is_blank()) add_row(*row, block);
    }
    block.next_line = reader_.line();
  } catch (...) {
    block.failure = std::current_exception();
    block.is_last = true;
  }
}

void BoundRows::add_row(const FileRow& row, Block& block) {
  if (block.count == block.rows.size()) block.rows.emplace_back();
  Row& bound = block.rows[block.count];
  bound.line = row.line;
  bound.bytes_read = reader_.bytes();
  bound.begin_ = block.raw.size();
  bound.size_ = row.raw.size();
  bound.fault.reset();
  block.raw += row.raw;
  if (passed_ > 0) {
    --passed_;
    import_.pass(row);
  } else {
    try {
      import_.bind(row, bound.bound);
    } catch (const Refusal& refusal) {
      bound.fault = refusal.diagnostic;
    }
  }
  ++block.count;
}

}  // namespace cellar
