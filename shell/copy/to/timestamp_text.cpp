#include "shell/copy/to/timestamp_text.h"

#include "types/time/time.h"

namespace cellar {

namespace {

struct Moment {
  CivilDate date;
  std::int64_t days;           // since 1970
  std::uint64_t milliseconds;  // within the day

  bool has_form() const { return date.year >= 1 && date.year <= 9999; }
};

Moment moment_of(std::int64_t timestamp) {
  const DayAndMilliseconds parts = split_timestamp(timestamp);
  return {civil_from_days(parts.days), parts.days, static_cast<std::uint64_t>(parts.milliseconds)};
}

template <std::size_t kCount>
char* put_number(char* place, std::uint64_t number) {
  for (std::size_t i = kCount; i > 0; number /= 10) place[--i] = static_cast<char>('0' + number % 10);
  return place + kCount;
}

}  // namespace

void append_usual_timestamp(std::int64_t timestamp, std::string& text) {
  const Moment moment = moment_of(timestamp);
  if (!moment.has_form()) {
    text += std::to_string(timestamp);
    return;
  }
  char written[] = "yyyy-mm-dd hh:mm:ss.mmm+0000";
  char* place = put_number<4>(written, static_cast<std::uint64_t>(moment.date.year));
  place = put_number<2>(place + 1, moment.date.month);
  place = put_number<2>(place + 1, moment.date.day);
  place = put_number<2>(place + 1, moment.milliseconds / 3'600'000);
  place = put_number<2>(place + 1, moment.milliseconds / 60'000 % 60);
  place = put_number<2>(place + 1, moment.milliseconds / 1'000 % 60);
  put_number<3>(place + 1, moment.milliseconds % 1'000);
  text.append(written, sizeof written - 1);
}

}  // namespace cellar
