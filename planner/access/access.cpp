#include "planner/access/access.h"

#include <algorithm>
#include <span>

namespace cellar {

namespace {

using Resource = PermissionStatement::Resource;

[[noreturn]] void refuse_login(const std::string& statement, Span span) {
  refuse("nobody_logged_in", span, {{"statement", statement}});
}

void require_supported(const RoleStatement::Option& option) {
  if (option.name.ends_with("PASSWORD") || option.name == "OPTIONS")
    refuse("role_option", option.span, {{"option", option.name}});
}

void require_known_places(const RoleStatement::Option& option, std::string_view datacenter) {
  const bool in_datacenters = option.name == "ACCESS TO DATACENTERS";
  for (const std::string& value : option.values) {
    if (!in_datacenters) refuse("role_addresses", option.span, {{"name", value}});
    if (value != datacenter)
      refuse("role_datacenter", option.span, {{"name", value}, {"datacenter", std::string(datacenter)}});
  }
}

/// Returns the permissions that exist on resources of this kind.
std::span<const std::string_view> permissions_of(Resource resource) {
  static constexpr std::string_view kTables[] = {"create", "alter",  "drop",          "select",
                                                 "modify", "unmask", "select_masked", "authorize"};
  static constexpr std::string_view kRoles[] = {"create", "alter", "drop", "authorize", "describe"};
  static constexpr std::string_view kFunctions[] = {"create", "alter", "drop", "authorize", "execute"};
  static constexpr std::string_view kBeans[] = {"authorize", "describe", "execute", "modify", "select"};
  switch (resource) {
    case Resource::none:
    case Resource::all_tables:
      return kTables;
    case Resource::table:
      return std::span(kTables).subspan(1);
    case Resource::all_roles:
      return kRoles;
    case Resource::role:
      return std::span(kRoles).subspan(1, 3);
    case Resource::all_functions:
      return kFunctions;
    case Resource::function:
      return std::span(kFunctions).subspan(1);
    case Resource::mbean:
      break;
  }
  return kBeans;
}

void require_function_resource(const PermissionStatement& statement) {
  if (!statement.function) return;
  const QualifiedName& function = *statement.function;
  if (!function.keyspace)
    refuse("function_resource", function.span, {{"function", quote_name(function.name.text)}});
  if (function.keyspace->text == "system") refuse("own_function_resource", function.span);
}

/// Refuses names that are not `domain:key=value`, the form of the names of Java's beans.
void require_bean_name(const PermissionStatement& statement) {
  if (!statement.mbean) return;
  const std::size_t colon = statement.mbean->find(':');
  if (colon != std::string::npos && statement.mbean->find_first_of("=*", colon) != std::string::npos) return;
  refuse("bean_name", statement.resource_span, {{"name", *statement.mbean}});
}

void require_permission_of_resource(const PermissionStatement& statement) {
  if (statement.lists || statement.permissions.empty()) return;
  const auto known = permissions_of(statement.resource);
  const bool has_one = std::ranges::any_of(statement.permissions, [&](const std::string& permission) {
    return std::ranges::find(known, permission) != known.end();
  });
  if (!has_one) refuse("permission_of_resource", statement.permissions_span);
}

}  // namespace

void refuse_access(const RoleStatement& statement, std::string_view datacenter) {
  for (const RoleStatement::Option& option : statement.options) {
    if (option.name == "SUPERUSER" && (option.is_true || statement.alters))
      refuse("only_superusers", option.span, {{"statement", statement.statement}});
  }
  for (const RoleStatement::Option& option : statement.options) require_supported(option);
  for (const RoleStatement::Option& option : statement.options) require_known_places(option, datacenter);
  if (statement.alters && statement.options.empty())
    refuse("nothing_altered", statement.role.span, {{"statement", statement.statement}});
  if (statement.role.text.empty()) refuse("empty_role_name", statement.role.span);
  refuse_login(statement.statement, statement.span);
}

void refuse_access(const PermissionStatement& statement) {
  require_bean_name(statement);
  require_permission_of_resource(statement);
  require_function_resource(statement);
  refuse_login(statement.statement, statement.span);
}

void refuse_access(const LoginStatement& statement) { refuse_login(statement.statement, statement.span); }

}  // namespace cellar
