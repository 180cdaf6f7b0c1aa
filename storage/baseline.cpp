// The way back to what a temporary file held at a moment, however much of it is other data, at the cost of what was
// written since.

#include "refusal/refusal.h"
#include "storage/format/format.h"
#include "storage/map/before_images.h"
#include "storage/store.h"
#include "storage/transaction/transaction_state.h"

namespace cellar {

namespace {

/// Returns true for entries that never go back: other transactions have seen later counters, and the id belongs to the
/// file.
bool stays(const Databases& databases, const BeforeImages::Image& image) {
  return image.database == databases.meta && (image.key == kCountersKey || image.key == kHostKey);
}

void put_all(TransactionState& state, const Databases& databases,
             const std::vector<BeforeImages::Image>& images) {
  for (const BeforeImages::Image& image : images) {
    if (stays(databases, image)) continue;
    if (image.database == databases.schema) state.schema_changed = true;
    if (image.value) {
      state.lmdb.put(image.database, image.key, *image.value);
    } else {
      state.lmdb.erase(image.database, image.key);
    }
  }
}

}  // namespace

void Store::mark_baseline(const WaitForWriter& wait) const {
  if (!environment_->is_temporary) refuse("no_baseline_of_file");
  const WriteTransaction transaction = write(wait);  // nobody else writes meanwhile
  if (!environment_->before_images) environment_->before_images = std::make_unique<BeforeImages>();
  environment_->before_images->begin();
  environment_->set_write_hooks();
}

bool Store::reset_to_baseline(const WaitForWriter& wait) const {
  if (!environment_->is_temporary) refuse("no_baseline_of_file");
  WriteTransaction transaction = write(wait);
  BeforeImages* const images = environment_->before_images.get();
  if (images == nullptr || !images->is_complete()) refuse("no_baseline");
  TransactionState& state = *transaction.state_;
  state.begin();
  std::vector<BeforeImages::Image> taken = images->take();
  try {
    put_all(state, environment_->databases, taken);
    images->begin();  // what the commit purges is a difference from the baseline, too
    const bool has_schema = state.schema_changed;
    transaction.commit();
    return has_schema;
  } catch (...) {
    images->put_back(std::move(taken));
    throw;
  }
}

}  // namespace cellar
