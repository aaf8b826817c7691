// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// Errors of the public API.
@_exported public import SealedPushCoding
