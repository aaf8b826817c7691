// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Files of several records: `attachments.md`.
enum LongAttachmentVectors {
    static func add(to group: inout VectorGroup) {
        addAccepted(to: &group)
        addRefused(to: &group)
    }

    private static func addAccepted(to group: inout VectorGroup) {
        let faultless: [(String, String, (inout LongAttachmentDraft) -> Void)] = [
            (
                "two-records", "A record of 65,536 bytes, and a short one behind it.",
                {
                    $0.addFull(delimiter: 1)
                    $0.addLast()
                }
            ),
            (
                "three-records", "The number of a record counts from 0.",
                {
                    $0.addFull(delimiter: 1)
                    $0.addFull(delimiter: 1)
                    $0.addLast()
                }
            ),
            (
                "full-last-record", "The last record may have 65,536 bytes, too.",
                { $0.addFull(delimiter: 2) }
            ),
            (
                "padded-first-record", "Zero bytes stand behind the delimiter 1.",
                {
                    $0.addFull(delimiter: 1, padding: 3)
                    $0.addLast()
                }
            ),
            (
                "empty-last-record", "The last record has no content, the file has.",
                {
                    $0.addFull(delimiter: 1)
                    $0.addLast("")
                }
            ),
        ]
        for (slug, comment, change) in faultless {
            group.add("attachment-\(slug)", rule: "A-15", comment) {
                LongAttachmentDraft(slug).with(change).accepted($0)
            }
        }
    }

    private static func addRefused(to group: inout VectorGroup) {
        let faults: [(String, String, AttachmentError, (inout LongAttachmentDraft) -> Void)] = [
            (
                "records-swapped", "The first two records have changed places.", .malformedFile,
                {
                    $0.addFull(delimiter: 1)
                    $0.addFull(delimiter: 1)
                    $0.addLast()
                    $0.records.swapAt(0, 1)
                }
            ),
            (
                "record-repeated", "The first record is there twice.", .malformedFile,
                {
                    $0.addFull(delimiter: 1)
                    $0.addLast()
                    $0.records.insert($0.records[0], at: 0)
                }
            ),
            (
                "record-gone", "The first record is not there.", .malformedFile,
                {
                    $0.addFull(delimiter: 1)
                    $0.addLast()
                    $0.records.removeFirst()
                }
            ),
            (
                "ends-behind-delimiter-1", "Another record should follow.", .malformedFile,
                { $0.addFull(delimiter: 1) }
            ),
            (
                "5-bytes-behind-delimiter-1", "No record has 5 bytes.", .malformedFile,
                {
                    $0.addFull(delimiter: 1)
                    $0.records.append([1, 2, 3, 4, 5])
                }
            ),
            (
                "16-bytes-behind-delimiter-1", "No record has 16 bytes, a tag alone.",
                .malformedFile,
                {
                    $0.addFull(delimiter: 1)
                    $0.records.append($0.cipher.record(1, []))
                }
            ),
            (
                "5-bytes-behind-delimiter-2", "5 bytes behind the last record.", .malformedFile,
                {
                    $0.addFull(delimiter: 2)
                    $0.records.append([1, 2, 3, 4, 5])
                }
            ),
            (
                "record-behind-delimiter-2", "A record that can be decrypted behind the last one.",
                .malformedFile,
                {
                    $0.addFull(delimiter: 2)
                    $0.addLast()
                }
            ),
        ]
        for (slug, comment, error, change) in faults {
            group.add("attachment-\(slug)", rule: "A-15", comment) {
                LongAttachmentDraft(slug).with(change).refused(error, $0)
            }
        }
    }
}
