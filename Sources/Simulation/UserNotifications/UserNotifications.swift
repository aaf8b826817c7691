// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// Most extensions import nothing but UserNotifications, and Apple's brings these along.
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import FoundationNetworking
// Its members are the classes' own: they must be in sight wherever the classes are.
@_exported public import ValueObjects
