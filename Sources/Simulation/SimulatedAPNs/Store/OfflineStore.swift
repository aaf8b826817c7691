// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs
import SimulationSupport

/// The delivery state of an accepted push.
public enum PushFate: Hashable, Sendable {
    /// The server delivered the push to the device.
    case delivered
    /// The device is offline, and the server keeps the push and replaces an earlier one.
    ///
    /// `isCollapsed` tells whether both have the same collapse id; the server keeps one push in any
    /// case.
    case stored(replacing: APNsID?, isCollapsed: Bool)
    /// The device is offline, and the push is not kept.
    case discarded
}

/// The pushes that wait for devices that are offline: one for each app on each device, and 30 days
/// at most.
struct OfflineStore {
    /// The slots of each device that is offline, by bundle id.
    private var slots: [String: [String: OfflineSlot<AcceptedPush>]] = [:]

    /// Takes a device off the network.
    mutating func setOffline(_ device: String) {
        slots[device] = slots[device] ?? [:]
    }

    /// Takes a push that was accepted at `now`, in seconds since 1970.
    mutating func take(_ push: AcceptedPush, now: Int) -> PushFate {
        let (device, bundleID) = (push.registration.device, push.registration.bundleID)
        guard var apps = slots[device] else { return .delivered }
        let answer = apps[bundleID, default: OfflineSlot()].take(
            push,
            expiration: push.expiration,
            now: now
        )
        slots[device] = apps
        guard case .kept(let replaced) = answer else { return .discarded }
        let isCollapsed = push.collapseID != nil && push.collapseID == replaced?.collapseID
        return .stored(replacing: replaced?.id, isCollapsed: isCollapsed)
    }

    /// Brings a device back onto the network.
    ///
    /// - Returns: What waited for it and is in time, app by app.
    mutating func setOnline(_ device: String, now: Int) -> [AcceptedPush] {
        guard let apps = slots.removeValue(forKey: device) else { return [] }
        return apps.sorted { $0.key < $1.key }.compactMap { _, slot in
            var slot = slot
            guard let released = slot.release(now: now), released.isInTime else { return nil }
            return released.push
        }
    }
}
