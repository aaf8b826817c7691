// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushOpenSSL

/// The environments of Apple's push service.
public enum PushEnvironment: Hashable, Sendable, CaseIterable {
    /// api.sandbox.push.apple.com, for apps that Xcode installed.
    case sandbox
    /// api.push.apple.com, for apps from the store, TestFlight or an enterprise.
    case production
}

extension Certificate {
    /// The push services that Apple made it for; none in a certificate that is not for pushes.
    package var pushEnvironments: Set<PushEnvironment> {
        var environments: Set<PushEnvironment> = []
        if content(ofExtension: "1.2.840.113635.100.6.3.1") != nil { environments.insert(.sandbox) }
        if content(ofExtension: "1.2.840.113635.100.6.3.2") != nil {
            environments.insert(.production)
        }
        return environments
    }
}
