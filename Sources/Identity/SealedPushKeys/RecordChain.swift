// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushStore

/// Records that are created one after the other and then neither changed nor removed, of which the
/// last counts.
///
/// Each is made from the one before it, and only one process comes to make the next: so what they
/// say never goes back, even if a process races, is killed or has slept since it looked. A link
/// that were removed could be made a second time.
///
/// Their names are hidden in the store, so the last is found by asking: at 0, 1, 3, 7 and so on
/// until one is absent, then between the last two.
struct RecordChain {
    let store: RecordStore
    let kind: RecordKind
    /// What the chain is about; no other record of the kind has an id that begins with it.
    let name: [UInt8]

    /// Makes up for the last record if that is damaged, from the last one before it that is not.
    var substitute: (Earlier) throws(StoreError) -> [UInt8] = { _ throws(StoreError) in
        throw .corrupted
    }

    /// The last record that can be read, before others that are damaged.
    struct Earlier {
        /// What it holds; nil if there is none.
        let contents: [UInt8]?
        /// How many records come after it.
        let distance: UInt32
    }

    /// What the last record holds, or nil if there is none.
    func last() throws(StoreError) -> [UInt8]? {
        try end()?.contents
    }

    /// Appends what `next` makes of the last record, or nothing if it gives nil.
    ///
    /// `next` is asked again if another process was first. The last record is durable before `next`
    /// is asked, even if its maker was stopped: a loss of power never takes a link from under a
    /// later one, nor one that was found to be enough.
    func append(
        _ next: (_ last: [UInt8]?) throws(StoreError) -> [UInt8]?
    ) throws(StoreError) {
        while true {
            let end = try end()
            if end != nil { try store.sync(kind) }
            guard let contents = try next(end?.contents) else { return }
            let index = end.map { $0.index + 1 } ?? 0
            if try store.create(kind, id: id(at: index), contents: contents.span) { return }
        }
    }

    /// Appends what `substitute` makes of the last record that can be read, if the very last is
    /// damaged.
    ///
    /// - Returns: Whether it was.
    func mend(
        _ substitute: @escaping (_ earlier: [UInt8]?) throws(StoreError) -> [UInt8]
    ) throws(StoreError) -> Bool {
        var isDamaged = false
        var chain = self
        chain.substitute = { earlier throws(StoreError) in
            isDamaged = true
            return try substitute(earlier.contents)
        }
        try chain.append { last in isDamaged ? last : nil }
        return isDamaged
    }

    /// Empties all records before the last one, of a kind whose records may be replaced: nothing
    /// reads them any more.
    func clear() throws(StoreError) {
        guard let end = try end() else { return }
        try store.sync(kind)
        // A damaged one is emptied, too.
        for index in 0..<end.index where (try? read(index))?.isEmpty != true {
            try store.replace(kind, id: id(at: index), contents: [UInt8]().span)
        }
    }

    /// The last record; an earlier one may be damaged, since only the last counts.
    private func end() throws(StoreError) -> (index: UInt32, contents: [UInt8])? {
        var present: UInt32 = 0
        var absent: UInt32 = 1
        while absent < .max / 2, try exists(absent) {
            present = absent
            absent = absent * 2 + 1
        }
        while absent - present > 1 {
            let middle = present + (absent - present) / 2
            if try exists(middle) { present = middle } else { absent = middle }
        }
        do throws(StoreError) {
            return try read(present).map { (present, $0) }
        } catch .corrupted {
            return (present, try substitute(earlier(than: present)))
        }
    }

    private func earlier(than index: UInt32) throws(StoreError) -> Earlier {
        for distance in (0..<index).map({ $0 + 1 }) {
            do throws(StoreError) {
                guard let contents = try read(index - distance) else { continue }
                return Earlier(contents: contents, distance: distance)
            } catch .corrupted {
                continue
            }
        }
        return Earlier(contents: nil, distance: index + 1)
    }

    private func exists(_ index: UInt32) throws(StoreError) -> Bool {
        try store.contains(kind, id: id(at: index))
    }

    private func read(_ index: UInt32) throws(StoreError) -> [UInt8]? {
        try store.read(kind, id: id(at: index))
    }

    private func id(at index: UInt32) -> [UInt8] {
        var id = name
        id.append(bigEndian: index)
        return id
    }
}
