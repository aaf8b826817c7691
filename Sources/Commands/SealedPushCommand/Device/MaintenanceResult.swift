// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushRelayClient

/// What `device maintain` prints.
struct MaintenanceResult {
    private let report: MaintenanceReport
    /// How many notes of used one-time prekeys went.
    private let notes: Int
    private let pairings: PairingMaintenance
    /// Whether new reusable prekeys were asked for, and none were made.
    private let isRotationLeft: Bool
    private let erasures: [Erasure]

    /// What was erased of one generation, for one reason.
    private struct Erasure {
        let epoch: UInt32
        let `class`: PrekeyRecord.Class
        let reason: ErasureReason
        var count: Int
    }

    init(
        _ report: MaintenanceReport,
        notes: Int,
        pairings: PairingMaintenance,
        rotating: Bool = false
    ) {
        self.report = report
        self.notes = notes
        self.pairings = pairings
        isRotationLeft =
            rotating
            && !report.changes.contains { if case .madeReusable = $0 { true } else { false } }
        var erasures: [Erasure] = []
        for case .erased(_, let `class`, let epoch, let reason) in report.changes {
            let known = erasures.firstIndex { erasure in
                erasure.epoch == epoch && erasure.class == `class` && erasure.reason == reason
            }
            if let known {
                erasures[known].count += 1
            } else {
                erasures.append(Erasure(epoch: epoch, class: `class`, reason: reason, count: 1))
            }
        }
        self.erasures = erasures.sorted {
            ($0.epoch, $0.class.rawValue) < ($1.epoch, $1.class.rawValue)
        }
    }

    /// Lines for people: what was done, then what is left.
    var lines: [String] {
        var lines = erasures.map { erasure in
            (erasure.reason == .claimsLost ? "discarded   " : "erased      ")
                + "\(erasure.count) \(erasure.class.name), epoch \(erasure.epoch):"
                + " \(erasure.reason.explanation)"
        }
        lines += report.changes.compactMap(Self.line)
        if let line = Self.line(cleared: notes) { lines.append(line) }
        if pairings.ended > 0 { lines.append("ended       \(counted(pairings.ended, "pairing"))") }
        if isRotationLeft { lines.append("not made    reusable, which were asked for") }
        if lines.isEmpty {
            lines.append(report.failures.isEmpty ? "nothing was due" : "nothing was done")
        }
        if pairings.left > 0 {
            lines.append(
                "left        \(counted(pairings.left, "pairing")) to end at a relay (--registration)"
            )
        }
        lines.append("one-time    \(report.stock) left for the directory")
        if report.damagedDeferred > 0 {
            lines.append(
                "damaged     \(report.damagedDeferred) deferred, which go when they are old"
            )
        }
        if !report.failures.isEmpty { lines.append("failed      \(report.failures.count)") }
        return lines
    }

    /// All lines in one, for where they can't be printed.
    var summary: String {
        lines.map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: "; ")
    }

    /// What is said of notes of used one-time prekeys that went, or nil where there were none.
    static func line(cleared notes: Int) -> String? {
        notes > 0 ? "cleared     \(counted(notes, "note")) of used prekeys" : nil
    }

    private static func line(_ change: MaintenanceReport.Change) -> String? {
        switch change {
        case .erased: nil
        case .removedDamaged(let prekeys, let states):
            "discarded   \(prekeys + states) damaged: \(counted(prekeys, "prekey")),"
                + " \(counted(states, "state"))"
        case .lostMessages(let count):
            "lost        \(counted(count, "message")), opened and not shown: damaged in the store"
        case .madeReusable(let epoch, let reason):
            "made        reusable, epoch \(epoch): \(reason.explanation)"
        case .filledStock(let epoch, let count):
            "made        \(count) one-time, epoch \(epoch)"
        case .superseded(let epoch):
            "superseded  reusable, epoch \(epoch)"
        case .removed(let tombstones, let directories, let states, let files):
            "cleared     \(counted(tombstones, "tombstone")),"
                + " \(counted(directories + states + files, "other file"))"
        }
    }

    /// One object; its members are part of the command's interface.
    var json: [UInt8] {
        JSONWriter.object(pretty: true) { object in
            object.array("erased") { list in
                for erasure in erasures {
                    list.object { object in
                        object.add("class", erasure.class.name)
                        object.add("epoch", erasure.epoch)
                        object.add("count", erasure.count)
                        object.add("reason", erasure.reason.rawValue)
                    }
                }
            }
            object.array("made") { list in
                for case .madeReusable(let epoch, let reason) in report.changes {
                    list.object { object in
                        object.add("class", PrekeyRecord.Class.reusable.name)
                        object.add("epoch", epoch)
                        object.add("count", 1)
                        object.add("reason", reason.rawValue)
                    }
                }
                for case .filledStock(let epoch, let count) in report.changes {
                    list.object { object in
                        object.add("class", PrekeyRecord.Class.oneTime.name)
                        object.add("epoch", epoch)
                        object.add("count", count)
                        object.add("reason", "low")
                    }
                }
            }
            object.add("rotationLeft", isRotationLeft)
            object.object("damaged") { object in
                var counts = (prekeys: 0, states: 0)
                for case .removedDamaged(let prekeys, let states) in report.changes {
                    counts = (prekeys, states)
                }
                var lostMessages = 0
                for case .lostMessages(let count) in report.changes { lostMessages += count }
                object.add("prekeysRemoved", counts.prekeys)
                object.add("statesRemoved", counts.states)
                object.add("messagesLost", lostMessages)
                object.add("deferredLeft", report.damagedDeferred)
            }
            object.array("superseded") { list in
                for case .superseded(let epoch) in report.changes { list.add(epoch) }
            }
            object.object("cleared") { object in
                var counts = (tombstones: 0, files: 0)
                for case .removed(let tombstones, let directories, let states, let files) in report
                    .changes
                {
                    counts = (tombstones, directories + states + files)
                }
                object.add("tombstones", counts.tombstones)
                object.add("files", counts.files)
                object.add("notes", notes)
            }
            object.object("pairings") { object in
                object.add("waiting", pairings.waiting)
                object.add("ended", pairings.ended)
                object.add("left", pairings.left)
            }
            object.add("oneTimeLeft", report.stock)
            object.add("minimumEpoch", report.minimumEpoch)
            object.array("failures") { list in
                for failure in report.failures { list.add(failure.name) }
            }
        }
    }
}

extension PrekeyRecord.Class {
    /// The name that output has for it.
    var name: String { self == .oneTime ? "one-time" : "reusable" }
}

extension ErasureReason {
    fileprivate var explanation: String {
        switch self {
        case .overAge: "over age"
        case .revoked: "revoked"
        case .perhapsRevoked: "they may have been revoked: the record that tells is damaged"
        case .claimsLost: "the directory of claims is missing"
        }
    }
}

extension RotationReason {
    fileprivate var explanation: String {
        switch self {
        case .noneHeld: "there were none"
        case .incomplete: "the last are not there"
        case .clockSetBack: "the last begin in the future"
        case .age: "the last were a week old"
        case .revocation: "all earlier ones are revoked"
        case .demand: "asked for"
        case .damage: "for what is discarded"
        }
    }
}
