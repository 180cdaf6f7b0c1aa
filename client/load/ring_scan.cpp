#include "client/load/ring_scan.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "client/cluster_refusal.h"
#include "client/load/retry_rule.h"
#include "protocol/message/requests.h"
#include "types/number/number.h"

namespace cellar {

namespace {

/// So many parts are read at a time, and so many pages of each are kept.
constexpr std::size_t kPartsAtATime = 8, kPagesAhead = 2, kFewestParts = 16;
constexpr std::chrono::milliseconds kPause{50};

/// The ends of the parts that single nodes own, or of equal pieces of these if they are few.
std::vector<std::int64_t> ends_of_parts(const std::vector<ClusterNode>& nodes, std::int64_t begin,
                                        std::int64_t end) {
  std::vector<std::int64_t> owned;
  for (const ClusterNode& node : nodes) {
    for (const std::int64_t token : node.tokens) {
      if (token > begin && token < end) owned.push_back(token);
    }
  }
  std::ranges::sort(owned);
  const auto same = std::ranges::unique(owned);
  owned.erase(same.begin(), same.end());
  owned.push_back(end);
  const std::size_t pieces = (kFewestParts + owned.size() - 1) / owned.size();
  std::vector<std::int64_t> ends;
  auto behind = static_cast<std::uint64_t>(begin);
  for (const std::int64_t last : owned) {
    const std::uint64_t piece = (static_cast<std::uint64_t>(last) - behind) / pieces;
    for (std::size_t count = 1; count < pieces && piece > 0; ++count)
      ends.push_back(static_cast<std::int64_t>(behind += piece));
    ends.push_back(last);
    behind = static_cast<std::uint64_t>(last);
  }
  return ends;
}

}  // namespace

RingScan::RingScan(std::vector<ClusterNode> nodes, const std::string& datacenter,
                   ConnectionSettings connection, const std::map<std::string, std::string>& replication,
                   StatementSettings settings, const TableScan& scan)
    : connection_(std::move(connection)),
      settings_(std::move(settings)),
      select_(scan.select + " WHERE " + scan.token + " > ? AND " + scan.token + " <= ?"),
      lanes_(datacenter, connection_,
             [this](const LoadLane& lane, const Diagnostic& reason) {
               for (RingPart& part : parts_) {
                 if (part.lane == &lane) fail(part, reason, true);
               }
             }),
      replicas_(nodes, replication, datacenter) {
  std::int64_t behind = scan.begin.value_or(std::numeric_limits<std::int64_t>::min());
  const std::int64_t last = scan.end.value_or(std::numeric_limits<std::int64_t>::max());
  for (const std::int64_t token : ends_of_parts(nodes, behind, last)) {
    parts_.push_back({.begin = behind, .end = token});
    behind = token;
  }
  lanes_.use_nodes(std::move(nodes));
}

std::optional<AnsweredPage> RingScan::next() {
  constexpr std::chrono::milliseconds kLongestWait{50};
  while (current_ < parts_.size()) {
    RingPart& part = parts_[current_];
    if (!part.pages.empty()) {
      AnsweredPage page = std::move(part.pages.front());
      part.pages.pop_front();
      ask_ahead();
      lanes_.advance();  // who reads may come again after a long time
      return page;
    }
    if (part.is_whole) {
      ++current_;
      continue;
    }
    const Clock::time_point now = Clock::now();
    const bool is_late = part.first_fault && now - *part.first_fault > connection_.answer_limit;
    if (part.fault && (is_late || !part.first_fault)) throw Refusal(*part.fault);
    if (lanes_.without_node() > connection_.answer_limit) throw Refusal(lanes_.no_node());
    if (connection_.interrupted && connection_.interrupted()) refuse("interrupted");
    // Answers may have waited while nobody wanted rows.
    lanes_.advance();
    give_up_silent_nodes();
    ask_ahead();
    lanes_.advance();
    if (part.pages.empty() && !part.is_whole) lanes_.await(part.lane == nullptr ? kPause / 10 : kLongestWait);
    lanes_.advance();
  }
  return std::nullopt;
}

void RingScan::ask_ahead() {
  const Clock::time_point now = Clock::now();
  const std::size_t end = std::min(parts_.size(), current_ + kPartsAtATime);
  for (std::size_t place = current_; place < end; ++place) {
    const RingPart& part = parts_[place];
    if (part.lane == nullptr && !part.is_whole && part.pages.size() < kPagesAhead && part.due <= now)
      ask(place);
  }
}

void RingScan::give_up_silent_nodes() {
  const Clock::time_point now = Clock::now();
  lanes_.each_open([&](LoadLane& lane) {
    const bool is_silent = std::ranges::any_of(parts_, [&](const RingPart& part) {
      return part.lane == &lane && now - part.asked > connection_.answer_limit;
    });
    if (is_silent) lanes_.lose_silent(lane, connection_.answer_limit);
  });
}

void RingScan::ask(std::size_t place) {
  RingPart& part = parts_[place];
  LoadLane* const lane = lanes_.lane_for(replicas_.replicas(part.end), part.refuser);
  if (lane == nullptr) return;
  try {
    const ServerStatement& statement = lane->prepared(0, select_);
    ExecuteRequest request{.id = statement.id, .metadata_id = statement.metadata_id, .parameters = {}};
    QueryParameters& parameters = request.parameters;
    parameters.consistency = settings_.consistency;
    parameters.common.serial_consistency = settings_.serial;
    parameters.page_size = settings_.page_size;
    parameters.values = {{encode_int64(part.begin), false}, {encode_int64(part.end), false}};
    if (!part.next_page.empty()) parameters.paging_state = part.next_page;
    const std::uint32_t asking = ++part.asking;
    part.lane = lane;
    part.asked = Clock::now();
    lane->connection().submit(request, false,
                              [this, place = static_cast<std::uint32_t>(place), asking](Frame&& frame) {
                                take_answer(place, asking, std::move(frame));
                              });
  } catch (const ServerError& error) {
    part.lane = lane;
    fail(part, refusal_of(error, {}),
         after_error(error.code(), {.is_repeatable = true}) != AfterError::refuse);
  } catch (const Refusal& refusal) {
    lanes_.lose(*lane, refusal.diagnostic);
  }
}

void RingScan::take_answer(std::size_t place, std::uint32_t asking, Frame&& frame) {
  RingPart& part = parts_[place];
  if (part.lane == nullptr || part.asking != asking) return;
  try {
    AnsweredPage page =
        part.lane->read(frame, [](const ReceivedResponse& response) { return page_of(response); });
    part.next_page = page.next_page;
    part.is_whole = page.next_page.empty();
    part.pages.push_back(std::move(page));
    part.lane = nullptr;
    part.refuser = nullptr;
    part.first_fault.reset();
    part.fault.reset();
  } catch (const ServerError& error) {
    const AfterError after = after_error(error.code(), {.is_repeatable = true});
    if (after == AfterError::prepare_again) part.lane->forget_prepared(0);
    fail(part, refusal_of(error, {}), after != AfterError::refuse);
  }
}

/// A part that may not be asked again keeps its fault until it comes to it.
void RingScan::fail(RingPart& part, const Diagnostic& fault, bool may_ask_again) {
  const Clock::time_point now = Clock::now();
  part.refuser = part.lane;
  part.lane = nullptr;
  part.fault = fault;
  part.due = may_ask_again ? now + kPause : Clock::time_point::max();
  if (!may_ask_again) {
    part.first_fault.reset();
  } else if (!part.first_fault) {
    part.first_fault = now;
  }
}

}  // namespace cellar
