// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Intents
import UserNotifications

/// What the device tells the extension's process; `run` names the extension object.
enum DeviceMessage: Codable, Sendable {
    /// Make an extension with this Info.plist, and give it this request.
    case receive(run: Int, UNNotificationRequest.Values, InfoPlist)
    /// Call `serviceExtensionTimeWillExpire`.
    case warn(run: Int)
    /// Let go of the extension.
    case release(run: Int)
    /// The answer to a call.
    case answer(call: Int, CenterAnswer)
}

/// What the extension's process tells the device.
enum HostMessage: Codable, Sendable {
    /// It is there, and takes requests.
    case ready
    /// It has a request in hand.
    case taken(run: Int)
    /// An extension did something.
    case event(run: Int, HostEvent)
    /// Something goes on after a delay, in nanoseconds.
    case delayed(Int64)
    /// Nothing more can come of an extension.
    case gone(run: Int)
    /// The extension asks its notification center; an answer comes.
    case call(Int, CenterCall)
    /// The extension donates an interaction.
    case donate(INInteraction.Values)
    /// The extension takes donations back.
    case forget(DonationSelection)
}

extension FrameChannel {
    /// The code that the process ends with where it has more to say than a message holds
    /// (`EX_DATAERR`).
    private static let tooMuch: Int32 = 65

    /// Sends a message.
    ///
    /// - Throws: what ``send(_:)`` says of its frame, `EINVAL` for what can't be one.
    func send(message: some Encodable) throws(SystemError) {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        guard let frame = try? encoder.encode(message) else { throw SystemError(EINVAL) }
        try send(Array(frame))
    }

    /// Sends a message to the device, or ends the process if the message is too large.
    ///
    /// Otherwise the device would report an extension that does nothing.
    func tell(_ message: HostMessage) {
        do throws(SystemError) {
            try send(message: message)
        } catch  where error.code == EMSGSIZE || error.code == EINVAL {
            exit(Self.tooMuch)
        } catch {
            // The device is gone, and this process soon.
        }
    }

    /// A message of a frame; nil where it holds none.
    static func message<Message: Decodable>(_ frame: [UInt8]) -> Message? {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        return try? decoder.decode(Message.self, from: Data(frame))
    }
}
