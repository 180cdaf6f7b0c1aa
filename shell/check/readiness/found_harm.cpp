#include "shell/check/readiness/found_harm.h"

#include <algorithm>

#include "refusal/harm.h"
#include "refusal/messages.h"
#include "refusal/render.h"

namespace cellar {

namespace {

constexpr std::size_t kMostFindings = 10'000;

/// Notices and lints of one table are alike; what is about none differs in what it names.
std::string said_by(const ReadinessFinding& finding) {
  const std::string about = is_notice(finding.what) && !finding.table.empty()
                                ? finding.keyspace + '\0' + finding.table
                                : title_of(finding.what);
  return finding.file + '\0' + std::string(finding.what.id) + '\0' + about;
}

}  // namespace

std::optional<LintLevel> level_of_harm(std::string_view id) {
  switch (harm_of(id)) {
    case Harm::none:
      return std::nullopt;
    case Harm::remark:
      return LintLevel::info;
    case Harm::warning:
      return LintLevel::warn;
    case Harm::failure:
      return LintLevel::error;
  }
  return std::nullopt;
}

void FoundHarm::add(ReadinessFinding finding) {
  if (const std::optional<LintLevel> usual = level_of_harm(finding.what.id)) add(std::move(finding), *usual);
}

void FoundHarm::add(ReadinessFinding finding, LintLevel usual) {
  finding.level = levels_.level_of(finding.what, usual);
  if (finding.level == LintLevel::off) return;
  if (finding.table.empty() && finding.what.subject && finding.what.subject->kind == Subject::Kind::table) {
    finding.keyspace = finding.what.subject->keyspace;
    finding.table = finding.what.subject->name;
  }
  std::string said;
  if (!finding.file.empty()) {
    said = said_by(finding);
    if (const auto before = of_scripts_.find(said); before != of_scripts_.end()) {
      findings_[before->second].times += finding.times;
      return;
    }
  }
  if (findings_.size() == kMostFindings) {
    left_out_ += finding.times;
    return;
  }
  if (!said.empty()) of_scripts_.emplace(std::move(said), findings_.size());
  findings_.push_back(std::move(finding));
}

std::vector<ReadinessFinding> FoundHarm::take() {
  std::ranges::stable_sort(findings_, [](const ReadinessFinding& left, const ReadinessFinding& right) {
    return left.level != right.level ? left.level > right.level : left.excess > right.excess;
  });
  return std::move(findings_);
}

}  // namespace cellar
