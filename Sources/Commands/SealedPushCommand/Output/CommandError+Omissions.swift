// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushCrypto
import SealedPushStore

extension CommandError {
    /// Records that are not in a backup because they can't be read: how many of each kind, and why.
    init(_ omissions: [BackupSummary.Omission]) {
        let reasons = omissions.map { "\($0.kind): \($0.reason.name)" }
        let counts = Dictionary(grouping: reasons) { $0 }.mapValues(\.count)
        let list = counts.sorted { $0.key < $1.key }.map { "\($0.value) of \($0.key)" }
        self.init(
            .failure,
            name: "incomplete",
            "records that can't be read are not in the backup: \(list.joined(separator: ", "))",
            hint: "the backup holds all the others"
        )
    }
}
