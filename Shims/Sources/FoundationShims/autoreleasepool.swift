// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Runs `body`: without Objective-C there is nothing to release after it.
public func autoreleasepool<Failure: Error, Result: ~Copyable>(
    invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try body()
}
