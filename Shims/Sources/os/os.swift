// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// `os` itself is the C module below: with it `import os.log` finds this module, too.
@_exported public import FoundationShims
@_exported public import os
