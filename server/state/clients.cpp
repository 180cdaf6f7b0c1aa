#include "server/state/clients.h"

#include <utility>

namespace cellar {

std::uint64_t Clients::add(std::weak_ptr<Client> client) {
  const std::lock_guard guard(mutex_);
  clients_.emplace(++last_, std::move(client));
  return last_;
}

void Clients::remove(std::uint64_t number) {
  const std::lock_guard guard(mutex_);
  clients_.erase(number);
}

std::vector<std::shared_ptr<Client>> Clients::all() const {
  // A client that ends here must not be destroyed under the lock: it removes itself.
  std::vector<std::shared_ptr<Client>> all;
  const std::lock_guard guard(mutex_);
  all.reserve(clients_.size());
  for (const auto& [number, client] : clients_) {
    if (std::shared_ptr<Client> there = client.lock()) all.push_back(std::move(there));
  }
  return all;
}

}  // namespace cellar
