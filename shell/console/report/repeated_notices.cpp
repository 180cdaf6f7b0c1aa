#include "shell/console/report/repeated_notices.h"

#include <chrono>

#include <fmt/format.h>

#include "shell/console/words/console_words.h"

namespace cellar {

RepeatedNotices::Show RepeatedNotices::note(const Diagnostic& notice, bool at_prompt) {
  // Two messages of one code may come with one statement, and say different things.
  if (given_[{notice.id, notice.subject.value_or(Subject()).name}]++ == 0) return Show::full;
  // What a lesson says does not change from one statement to the next.
  if (at_prompt) return notice.kind() == MessageKind::lesson ? Show::nothing : Show::line;
  count(notice, 1);
  return Show::nothing;
}

void RepeatedNotices::count(const Diagnostic& notice, std::size_t times) {
  if (times > 0) counted_[std::string(notice.code())] += times;
}

std::string RepeatedNotices::take_counts(const UntoldNotices& further, Language language) {
  for (const auto& [code, count] : further.counts) counted_[code] += count;
  std::string text;
  for (const auto& [code, count] : counted_)
    text += ConsoleWords::say(language, "-- {code} was given {count|more time|more times}\n",
                              {{"code", code}, {"count", std::to_string(count)}});
  const std::chrono::duration<double> waited = further.waited_for_clock;
  if (waited.count() > 0)
    text +=
        ConsoleWords::say(language,
                          "-- waited {seconds} seconds for the clock: rows of one key get a millisecond each "
                          "(HELP W426)\n",
                          {{"seconds", fmt::format("{:.1f}", waited.count())}});
  counted_.clear();
  given_.clear();
  return text;
}

}  // namespace cellar
