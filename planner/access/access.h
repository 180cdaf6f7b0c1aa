// Roles and permissions. Cellar has none, like a cluster without authentication.
//
// In:      a statement about roles or permissions.
// Out:     nothing: each of them is refused.
// Refused: what Cassandra refuses on such a cluster, in its order of checks: what only superusers
//          may do, options that need passwords, then everything that needs somebody who has logged in.
#pragma once

#include "parser/statement/statement.h"

namespace cellar {

/// `datacenter`: the only one that there is.
[[noreturn]] void refuse_access(const RoleStatement& statement, std::string_view datacenter);
[[noreturn]] void refuse_access(const PermissionStatement& statement);
[[noreturn]] void refuse_access(const LoginStatement& statement);

}  // namespace cellar
