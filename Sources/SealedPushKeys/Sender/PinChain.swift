// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Records that are created one after the other and never changed, of which the last counts.
///
/// Their names are hidden in the store, so the last is found by asking: at 0, 1, 3, 7 and so on until one is absent,
/// then between the last two.
enum PinChain {
    static func id(of owner: [UInt8], at index: UInt32) -> [UInt8] {
        var id = owner
        id.append(bigEndian: index)
        return id
    }

    static func last<Failure: Error>(
        read: (UInt32) throws(Failure) -> [UInt8]?
    ) throws(Failure) -> (index: UInt32, contents: [UInt8])? {
        guard var contents = try read(0) else { return nil }
        var present: UInt32 = 0
        var absent: UInt32 = 1
        while absent < .max / 2, let found = try read(absent) {
            contents = found
            present = absent
            absent = absent * 2 + 1
        }
        while absent - present > 1 {
            let middle = present + (absent - present) / 2
            if let found = try read(middle) {
                contents = found
                present = middle
            } else {
                absent = middle
            }
        }
        return (present, contents)
    }
}
