// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SimulatedDevice

extension SentPush {
    /// What is wrong with the push, the fault that decides what the user sees first.
    ///
    /// - Parameters:
    ///   - phone: What is known of the phone that it is for.
    ///   - report: What a simulated device reported of it.
    /// - Returns: The findings; none if no rule is broken.
    public func findings(
        on phone: PhoneFacts? = nil,
        report: DeliveryReport? = nil
    ) -> [Finding] {
        []
    }
}
