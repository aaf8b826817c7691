// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// Its members are the classes' own: they must be in sight wherever the classes are.
@_exported public import ValueObjects
