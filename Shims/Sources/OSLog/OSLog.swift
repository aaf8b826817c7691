// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Another name of the module `os`; there is no `OSLogStore`, as nothing is kept.
@_exported public import os
