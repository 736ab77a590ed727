// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace vglcs::tools {

/// Lets libcrypto initialise itself, before any file is opened. OpenSSL 3.0 reads through null pointers where it gets
/// no memory then: so that it never sees that, a reserve steps in, and the failure is thrown when it is done. Call it
/// once, before the first digest. Throws std::bad_alloc.
void prepare_digests();

} // namespace vglcs::tools
