// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Text, as `"com.example.changed" as CFString`.
public typealias CFString = NSString

/// A dictionary, as notifications may carry one.
public typealias CFDictionary = NSDictionary
