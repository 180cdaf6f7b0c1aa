#include "storage/store.h"

#include "storage/map/opening.h"
#include "storage/transaction/environment_locks.h"
#include "storage/transaction/transaction_state.h"

namespace cellar {

Store::Store(std::shared_ptr<Environment> environment) : environment_(std::move(environment)) {}

Store Store::open(const std::filesystem::path& path, const StoreOptions& options) {
  Store store(open_environment(path_of_database(path), options));
  store.read_only_ = options.read_only;
  return store;
}

Store Store::open_temporary(const StoreOptions& options) {
  return Store(open_temporary_environment(options));
}

Transaction Store::read() const { return Transaction(TransactionState::to_read(environment_)); }

WriteTransaction Store::write(const WaitForWriter& wait) const {
  if (read_only_) refuse("store_is_read_only", {}, {{"path", environment_->path}});
  auto lock = std::make_unique<WriterLock>(*environment_, wait);
  return WriteTransaction(std::make_unique<TransactionState>(environment_, std::move(lock)));
}

bool Store::read_only() const { return read_only_; }

bool Store::is_written_elsewhere() const { return cellar::is_written_elsewhere(*environment_); }

bool Store::reads_keep_writers_waiting() const { return environment_->has_no_lock_file; }

std::filesystem::path Store::path() const { return environment_->path; }

}  // namespace cellar
