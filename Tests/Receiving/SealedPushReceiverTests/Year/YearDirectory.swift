// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// What a directory does for one device: it keeps the newest reusable prekeys, and gives each
/// one-time prekey once.
struct YearDirectory {
    private var reusable: [PrekeyRecord] = []
    private var oneTime: [PrekeyRecord] = []
    private var known: Set<PrekeyRecord.ID> = []

    /// Takes an offer; what it has, or had, it passes over.
    mutating func accept(_ offer: DeviceBundle) {
        reusable = offer.records.filter { $0.terms.class == .reusable }
        for record in offer.records
        where record.terms.class == .oneTime && known.insert(record.id).inserted {
            oneTime.append(record)
        }
    }

    /// What it gives a sender: the reusable prekeys, and a one-time prekey where one is left that
    /// outlives the longest message.
    mutating func bundle(of device: DeviceIdentity, at time: Timestamp) throws -> DeviceBundle {
        let longest = time.advanced(by: .seconds(Int64(TimeToLive.maximum.seconds)))
        oneTime.removeAll { $0.terms.notAfter < longest }
        let once = oneTime.isEmpty ? [] : [oneTime.removeFirst()]
        return try DeviceBundle(device: device, records: reusable + once)
    }
}
