// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import ServerStore

/// Where a device of a recipient is reached: at the endpoint of a subscription that it has signed,
/// or of its answer to a pairing's link.
enum DeliveryDestination: Hashable, Sendable {
    case subscription(DeviceIdentity.Subscription)
    case answer(DeviceAddress)

    /// The device and its endpoint.
    var address: DeviceAddress {
        switch self {
        case .subscription(let subscription): subscription.address
        case .answer(let address): address
        }
    }

    /// The device.
    var device: DeviceIdentity {
        switch self {
        case .subscription(let subscription): subscription.device
        case .answer(let address): address.device
        }
    }

    /// The origin of its relay.
    var relay: String {
        switch self {
        case .subscription(let subscription): subscription.origin.text
        case .answer(let address): address.origin.text
        }
    }

    /// The subscription, if the device has signed one.
    var subscription: DeviceIdentity.Subscription? {
        guard case .subscription(let subscription) = self else { return nil }
        return subscription
    }

    /// No subscription begins like this: its first byte is a version.
    private static let answerMark: UInt8 = 0

    /// What a row holds: the subscription, or `0 | device 32 | u8 length | topic | endpoint`.
    var stored: [UInt8] {
        switch self {
        case .subscription(let subscription): return subscription.bytes
        case .answer(let address):
            let topic = Array(address.topic.text.utf8)
            return [Self.answerMark] + address.device.bytes + [UInt8(topic.count)] + topic
                + address.endpoint.utf8
        }
    }

    /// Reads what was verified before it was kept.
    init(stored bytes: [UInt8]) throws {
        if bytes.first == Self.answerMark {
            guard let address = Self.address(in: bytes.dropFirst()) else {
                throw ServerStoreError.damaged
            }
            self = .answer(address)
        } else {
            guard let subscription = try? DeviceIdentity.Subscription(verifiedBefore: bytes.span)
            else { throw ServerStoreError.damaged }
            self = .subscription(subscription)
        }
    }

    private static func address(in bytes: ArraySlice<UInt8>) -> DeviceAddress? {
        let rest = bytes.dropFirst(DeviceIdentity.count)
        guard let count = rest.first, rest.count > 1 + Int(count),
            let device = try? DeviceIdentity(
                reading: Array(bytes.prefix(DeviceIdentity.count)).span
            ),
            let topic = String(validating: rest.dropFirst().prefix(Int(count)), as: UTF8.self)
                .flatMap(Topic.init),
            let endpoint = String(validating: rest.dropFirst(1 + Int(count)), as: UTF8.self)
        else { return nil }
        return DeviceAddress(device: device, topic: topic, endpoint: endpoint)
    }
}
