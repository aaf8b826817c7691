// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

@_exported public import CCompression
@_exported public import Foundation
@_exported public import FoundationShims
