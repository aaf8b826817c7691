// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Marketing
import SimulatedDevice
import SimulatedDeviceTesting
import TestSupport

/// Where the extension lives.
enum Home: String, CaseIterable, Sendable {
    case testProcess
    case ownProcess
}

/// A campaign's server, and devices that get its pushes.
struct Campaign: Sendable {
    static let png: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n picture".utf8)

    let server: WebServer

    init() throws {
        server = try WebServer { path in
            switch path {
            case "/page.png":
                .init(
                    Array("<!DOCTYPE html><html><body>Sign in</body></html>".utf8),
                    type: "text/html"
                )
            case "/slow.png": .init(Self.png, type: "image/png", after: .seconds(5))
            case "/receipt": .init([], type: "application/json")
            case "/none.png": .init([], type: "text/plain", status: 404)
            default: .init(Self.png, type: "image/png")
            }
        }
    }

    /// A push with a picture, two buttons and a receipt.
    func payload(media: String = "/photo.png") -> String {
        """
        {"aps":{"alert":{"title":"Sale","body":"Half price"},"mutable-content":1},
         "beacon":{"campaign":"spring","media":"\(server.url(media))","buttons":["Buy","Later"],
                   "receipt":"\(server.url("/receipt"))","badge_inc":1}}
        """
    }

    /// A device with the extension, in which a fault may be planted.
    func device(
        _ home: Home,
        planted fault: PlantedFault? = nil,
        patience: Duration = .seconds(2)
    ) -> SimulatedDevice {
        var profile = DeviceProfile(app: "com.example.shop")
        // Its server is in this process, but so are those of other tests.
        if home == .testProcess { profile.connectionPatience = .seconds(30) }
        switch home {
        case .testProcess:
            // A crash, and the memory of one extension, can't be real here.
            profile.fault = fault?.scripted
            let isReal = fault?.scripted == nil
            return SimulatedDevice(profile: profile, patience: patience) {
                makeService(planted: isReal ? fault?.rawValue : nil)
            }
        case .ownProcess:
            return SimulatedDevice(
                profile: profile,
                patience: patience,
                executable: BuiltProgram.named("MarketingHost"),
                arguments: fault.map { [$0.rawValue] } ?? []
            )
        }
    }
}
