// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Marketing
import SimulatedDevice
import SimulatedDeviceTesting
import TestSupport

/// A campaign's server, and the extension that gets its pushes.
struct Campaign: Sendable {
    let server: WebServer
    let trial = FaultTrial(
        profile: DeviceProfile(app: "com.example.shop"),
        executable: BuiltProgram.named("MarketingHost")
    ) { makeService(planted: $0?.rawValue) }

    init() throws {
        server = try MediaServer.start()
    }

    /// A push with a picture, two buttons and a receipt.
    func payload(media: String = "/photo.png") -> String {
        """
        {"aps":{"alert":{"title":"Sale","body":"Half price"},"mutable-content":1},
         "beacon":{"campaign":"spring","media":"\(server.url(media))","buttons":["Buy","Later"],
                   "receipt":"\(server.url("/receipt"))","badge_inc":1}}
        """
    }
}
