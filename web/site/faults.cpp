#include "web/site/faults.h"

#include <fmt/format.h>

#include <new>

#include "web/notebook/notebook.h"
#include "web/site/page_message.h"

namespace cellar {

HttpResponse fault(unsigned status, std::string_view word) {
  return {.status = status, .type = kJson, .body = fmt::format(R"({{"fault":"{}"}})", word)};
}

HttpResponse fault_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const WrongMessage&) {
    return plain_response(
        400,
        "The message is not JSON, or a member is missing, has the wrong type, or names what there is not.");
  } catch (const ClassNotOpen& refused) {
    return fault(423, name_of(refused.phase));
  } catch (const NotebookBusy&) {
    return fault(429, "busy");
  } catch (const NotebookEnded&) {
    return fault(410, "code");
  } catch (const std::bad_alloc&) {
    return fault(503, "memory");
  } catch (const std::exception&) {
    return fault(500, "database");
  }
}

}  // namespace cellar
