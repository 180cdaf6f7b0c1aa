#include "client/load/retry_rule.h"

namespace cellar {

AfterError after_error(ErrorCode code, const WriteEffect& effect) {
  // Of several partitions the first ones may be written when the cluster finds that the next one lacks replicas.
  const bool has_not_begun = effect.is_repeatable || effect.is_of_one_partition;
  switch (code) {
    case ErrorCode::unprepared:
      return AfterError::prepare_again;
    case ErrorCode::overloaded:
      return has_not_begun ? AfterError::send_slower : AfterError::refuse;
    case ErrorCode::unavailable:
    case ErrorCode::is_bootstrapping:
      return has_not_begun ? AfterError::send_again : AfterError::refuse;
    case ErrorCode::write_timeout:
    case ErrorCode::read_timeout:
      return effect.is_repeatable ? AfterError::send_slower : AfterError::refuse;
    case ErrorCode::server:
    case ErrorCode::read_failure:
    case ErrorCode::write_failure:
    case ErrorCode::cdc_write_failure:
    case ErrorCode::cas_write_unknown:
      return effect.is_repeatable ? AfterError::send_again : AfterError::refuse;
    case ErrorCode::protocol_error:
    case ErrorCode::bad_credentials:
    case ErrorCode::truncate_error:
    case ErrorCode::function_failure:
    case ErrorCode::syntax:
    case ErrorCode::unauthorized:
    case ErrorCode::invalid:
    case ErrorCode::config:
    case ErrorCode::already_exists:
      return AfterError::refuse;
  }
  return AfterError::refuse;  // a code that is newer than this program
}

}  // namespace cellar
