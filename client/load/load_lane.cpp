#include "client/load/load_lane.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "client/cluster_refusal.h"
#include "storage/system/signals_blocked.h"

namespace cellar {

namespace {

constexpr std::chrono::milliseconds kFirstPause{250};
constexpr std::chrono::milliseconds kLongestPause{10'000};
constexpr std::chrono::milliseconds kLongestPreparation{10'000};

}  // namespace

LoadLane::LoadLane(ServerAddress address, ConnectionSettings settings)
    : address_(std::move(address)), settings_(std::move(settings)), pause_(kFirstPause) {
  // What the shell asks belongs to its thread.
  settings_.interrupted = [ends = ends_] { return ends->load(); };
  // Nothing else is sent or received while a statement is prepared.
  settings_.answer_limit = std::min(settings_.answer_limit, kLongestPreparation);
}

LoadLane::~LoadLane() { ends_->store(true); }

bool LoadLane::is_awaited(Clock::time_point now) const {
  constexpr std::chrono::milliseconds kMoment{500};
  return !is_open() && !last_fault_ && now - begun_ < kMoment;
}

void LoadLane::look(Clock::time_point now) {
  if (is_open()) return;
  if (opening_.valid()) {
    if (opening_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    try {
      connection_ = opening_.get();
      connection_->set_interrupted(nullptr);
      last_fault_.reset();
      was_reached_ = true;
      pause_ = kFirstPause;
      window = FlightWindow();
      return;
    } catch (const Refusal& refusal) {
      last_fault_ = refusal.diagnostic;
    } catch (const ServerError& error) {
      last_fault_ = refusal_of(error, {});
    }
    next_try_ = now + std::exchange(pause_, std::min(pause_ * 2, kLongestPause));
  }
  if (now < next_try_) return;
  const SignalsBlocked blocked;
  try {
    opening_ = std::async(std::launch::async, [address = address_, settings = settings_] {
      return std::make_unique<ServerConnection>(address, settings);
    });
  } catch (const std::system_error&) {
    next_try_ = now + pause_;  // the system grants no thread
  }
}

void LoadLane::lose(const Diagnostic& reason) {
  last_fault_ = reason;
  connection_.reset();
  prepared_.clear();
  unsent = 0;
  next_try_ = Clock::now() + kFirstPause;
}

const ServerStatement& LoadLane::prepared(std::size_t number, const std::string& text,
                                          std::span<const Slot> markers) {
  if (prepared_.size() <= number) prepared_.resize(number + 1);
  if (!prepared_[number]) prepared_[number] = connection_->prepare(text, markers);
  return *prepared_[number];
}

}  // namespace cellar
