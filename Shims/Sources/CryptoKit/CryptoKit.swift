// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// swift-crypto under Apple's name.
///
/// It has the same types and gives the same bytes. There is no `SecureEnclave`, and no key comes from
/// or goes to a keychain.
@_exported public import Crypto
@_exported public import FoundationShims
