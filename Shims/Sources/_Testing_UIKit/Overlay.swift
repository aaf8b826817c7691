// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// The compiler wants a module of this name in each file that imports both `Testing` and `UIKit`. Apple's lets
// tests attach pictures; this one is empty.
