// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushOpenSSL
import Testing

@testable import SealedPushAPNs

struct APNsConfigurationTests {
    @Test func `the two services are Apple's`() {
        #expect(APNsConfiguration(.production).host == "api.push.apple.com")
        #expect(APNsConfiguration(.sandbox).host == "api.sandbox.push.apple.com")
        for environment in PushEnvironment.allCases {
            #expect(APNsConfiguration(environment).port == 443)
            #expect(APNsConfiguration(environment).roots == nil)
        }
    }

    @Test(arguments: [
        ("api.push.apple.com", 443, "api.push.apple.com"),
        ("api.push.apple.com", 2197, "api.push.apple.com:2197"), ("127.0.0.1", 80, "127.0.0.1:80"),
        ("::1", 443, "[::1]"), ("::1", 8443, "[::1]:8443"),
    ])
    func `the authority has a port where that is not 443`(
        _ host: String,
        _ port: Int,
        _ authority: String
    ) {
        #expect(APNsConfiguration(host: host, port: port).authority == authority)
    }
}
