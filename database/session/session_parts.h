// The parts that the statements of a session share.
//
// In:      the database, and the policy of the session.
// Out:     the parts, each of which refers to those that are declared before it and no others.
// Refused: nothing.
#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include "database/observe/statement_observer.h"
#include "database/session/derived_builds.h"
#include "database/session/notice_filter.h"
#include "database/session/open_group.h"
#include "database/session/session_faults.h"
#include "database/session/session_plans.h"
#include "database/session/session_settings.h"
#include "database/session/session_wait.h"

namespace cellar {

/// Its address must not change: the parts refer to each other.
struct SessionParts {
  SessionParts(std::shared_ptr<DatabaseState> of_session, Policy policy) : database(std::move(of_session)) {
    settings.policy = policy;
  }
  SessionParts(const SessionParts&) = delete;
  SessionParts& operator=(const SessionParts&) = delete;

  bool is_analyzing() const { return observer && observer->is_analyzing(); }
  /// Returns true if writes read the rows before and after them, to say what became of them.
  bool watches_writes() const { return settings.watches_writes() && !is_analyzing(); }
  void note(TraceWords::Text activity) {
    if (observer) observer->note(activity);
  }

  const std::shared_ptr<DatabaseState> database;
  SessionSettings settings;
  OpenGroup group;
  SessionWait wait{*database, settings};
  StatementObserverPointer observer;  // of the last statement
  DerivedBuilds builds{*database, group, wait};
  SessionPlans plans{*database, settings, group, builds, observer};
  SessionFaults faults{*database, settings, plans, builds};
  NoticeFilter notice_filter{settings};
};

}  // namespace cellar
