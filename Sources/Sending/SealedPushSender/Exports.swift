// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// What sealing makes.
@_exported public import PushTransport
