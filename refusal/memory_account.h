// How much memory a piece of work holds, and how much it may hold before it is refused.
//
// In:      bytes that the operators new and delete of the program take and give back, in threads that work for an
//          account.
// Out:     what is held now; whether some was refused.
// Refused: bytes beyond those that the account, or all accounts together, may hold, and any bytes to a piece of work whose
//          time is over: std::bad_alloc, as if memory were used up, so that a statement ends as it does then.
//
// Whoever embeds Cellar keeps their own operators. A program that defines operators which ask counted_account() bounds
// statements by it (web/notebook/counted_memory.cpp); in any other one an account stays empty.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

namespace cellar {

/// What all accounts of a program may hold together.
class MemoryPool {
 public:
  explicit MemoryPool(std::size_t bytes) : left_(static_cast<std::ptrdiff_t>(bytes)) {}

 private:
  friend class MemoryAccount;
  /// Returns false, and takes nothing, if there is not so much left, unless `must` be.
  bool take(std::size_t bytes, bool must);
  void give(std::size_t bytes) { left_ += static_cast<std::ptrdiff_t>(bytes); }

  std::atomic<std::ptrdiff_t> left_;
};

/// Several threads may work for an account at a time.
class MemoryAccount {
 public:
  /// So much of each account is its own, and no other one can take it: a common statement needs less.
  static constexpr std::size_t kOwn = std::size_t{4} << 20;

  MemoryAccount(std::shared_ptr<MemoryPool> pool, std::size_t most)
      : pool_(std::move(pool)), most_(most), own_(std::min(most, kOwn)), unasked_(own_), granted_(own_) {}
  ~MemoryAccount() { pool_->give(granted_ - own_); }
  MemoryAccount(const MemoryAccount&) = delete;
  MemoryAccount& operator=(const MemoryAccount&) = delete;

  /// `must`: nothing is refused.
  void take(std::size_t bytes, bool must) {
    const auto size = static_cast<std::ptrdiff_t>(bytes);
    if (held_.fetch_add(size, std::memory_order_relaxed) + size >
        static_cast<std::ptrdiff_t>(unasked_.load(std::memory_order_relaxed)))
      grow(bytes, must);
  }
  void give(std::size_t bytes) {
    held_.fetch_sub(static_cast<std::ptrdiff_t>(bytes), std::memory_order_relaxed);
  }
  /// Bytes that another thread, which works for nobody, gives back.
  void hand_over(std::size_t bytes) { give(bytes); }

  std::size_t held() const;
  /// Since the piece of work began.
  bool has_refused() const { return has_refused_; }
  /// The time of the piece of work is over.
  bool is_over() const { return is_over_; }
  /// To be called between two pieces of work. What is not needed any more is left to the others.
  void begin_work();
  /// The time of the piece of work is over: the next bytes that it takes are refused, in whatever it is busy. Any thread
  /// may say so.
  void end_work();

 private:
  void grow(std::size_t bytes, bool must);
  [[noreturn]] void refuse_bytes(std::size_t bytes);

  const std::shared_ptr<MemoryPool> pool_;
  const std::size_t most_, own_;
  std::atomic<std::ptrdiff_t> held_ = 0;  // may be negative: what was taken before is given back, too
  std::atomic<bool> has_refused_ = false, is_over_ = false;
  std::atomic<std::size_t>
      unasked_;       // bytes that are held without a look at the members below: those granted, or none
  std::mutex mutex_;  // guards the members below
  std::size_t granted_;
};

/// The account for which a thread works. Null: for none.
struct CountedAccount {
  MemoryAccount* account = nullptr;
  bool must = false;  // nothing is refused: what cannot be undone is under way
};
inline constinit thread_local CountedAccount counted_account;

/// While it lives, the thread works for an account.
class CountedWork {
 public:
  explicit CountedWork(CountedAccount account) : before_(std::exchange(counted_account, account)) {}
  ~CountedWork() { counted_account = before_; }
  CountedWork(const CountedWork&) = delete;
  CountedWork& operator=(const CountedWork&) = delete;

  const CountedAccount& before() const { return before_; }

 private:
  const CountedAccount before_;
};

}  // namespace cellar
