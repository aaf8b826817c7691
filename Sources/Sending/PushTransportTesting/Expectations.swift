// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Testing)
    public import Testing

    /// Expects, in Swift Testing, that a transport keeps one of the rules of all.
    public func expectConformance<Service: ScriptedPushService>(
        of service: Service,
        to check: PushTransportCheck,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        for failure in await check.failures(of: service) {
            Issue.record(
                "\(check.rawValue): \(failure.description)",
                sourceLocation: sourceLocation
            )
        }
    }
#endif
