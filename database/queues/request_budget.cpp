#include "database/queues/request_budget.h"

namespace cellar {

namespace {

std::size_t size_of(const std::vector<BoundValue>& values) {
  std::size_t bytes = values.size() * sizeof(BoundValue);
  for (const BoundValue& value : values) bytes += value.value ? value.value->size() : 0;
  return bytes;
}

struct SizeOfStatement {
  std::size_t operator()(const std::string& text) const { return text.size(); }
  std::size_t operator()(const Prepared&) const { return 0; }  // shared by all its copies
  std::size_t operator()(const Batch& batch) const {
    std::size_t bytes = batch.parts.size() * sizeof(BatchPart);
    for (const BatchPart& part : batch.parts) {
      if (const auto* const text = std::get_if<std::string>(&part.statement)) bytes += text->size();
      bytes += size_of(part.values);
    }
    return bytes;
  }
};

}  // namespace

void RequestBudget::take(std::size_t bytes) {
  const std::lock_guard guard(mutex_);
  if (requests_ + 1 > limits_.requests || bytes_ + bytes > limits_.bytes) {
    refuse("too_many_requests", {},
           {{"count", std::to_string(requests_)}, {"bytes", std::to_string(bytes_)}});
  }
  ++requests_;
  bytes_ += bytes;
}

void RequestBudget::give_back(std::size_t bytes) {
  const std::lock_guard guard(mutex_);
  --requests_;
  bytes_ -= bytes;
}

std::size_t size_of(const Request& request) {
  return sizeof request + std::visit(SizeOfStatement{}, request.statement) + size_of(request.values) +
         request.read_position.size();
}

}  // namespace cellar
