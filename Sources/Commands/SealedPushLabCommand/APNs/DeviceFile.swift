// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushAPNs
import SimulatedAPNs

/// A file that lists device tokens: JSON Lines, one token a line.
enum DeviceFile {
    /// Adds what the file lists.
    static func read(
        _ file: InputFile,
        into directory: inout APNsDirectory
    ) throws(CommandError) {
        // Room for a million devices.
        for line in try file.lines("list of devices", upTo: 256 << 20) {
            do throws(LineError) {
                try add(line.bytes, to: &directory)
            } catch {
                throw .usage(
                    "line \(line.number) of the list of devices: \(error.message)",
                    hint:
                        #"write {"token":"...","app":"com.example.app"}, a token in hexadecimal"#
                )
            }
        }
    }

    private static func add(
        _ line: [UInt8],
        to directory: inout APNsDirectory
    ) throws(LineError) {
        var members = try Members(line)
        let token = try members.take("token") { value in
            value.string.flatMap { try? APNsDeviceToken(hex: $0) }
        }
        .needed("token")
        let app = try members.string("app").needed("app")
        let device = try members.string("device") ?? token.text
        let type =
            try members.take("type") { $0.string.flatMap(APNsPushType.init(rawValue:)) } ?? .alert
        let state = try state(&members)
        try members.end()
        directory.register(
            DeviceRegistration(of: app, on: device, for: type, state: state),
            as: token
        )
    }

    private static func state(
        _ members: inout Members
    ) throws(LineError) -> DeviceRegistration.State {
        switch (try members.moment("unregistered"), try members.moment("expired")) {
        case (nil, nil): .active
        case (let moment?, nil): .unregistered(since: moment)
        case (nil, let moment?): .expired(since: moment)
        default: throw .tooMany(["unregistered", "expired"])
        }
    }
}
