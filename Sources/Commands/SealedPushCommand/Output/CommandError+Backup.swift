// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushStore

extension CommandError {
    init(_ error: BackupError) {
        switch error {
        case .notABackup:
            self.init(.notAuthentic, name: "notABackup", "the file is not a backup")
        case .tooNew(let version):
            self.init(
                .storeUnusable,
                name: "backupTooNew",
                "the backup was made by a later version, in format \(version)",
                hint: "use that version"
            )
        case .wrongPassphrase:
            self.init(
                .storeUnusable,
                name: "wrongPassphrase",
                "this is not the passphrase of the backup",
                hint: "a backup has a passphrase of its own, whatever the store's key is"
            )
        case .truncated:
            self.init(
                .notAuthentic,
                name: "truncated",
                "the backup ends too early: it was cut, or never written to its end",
                hint: "make or fetch it again"
            )
        case .damaged:
            self.init(
                .notAuthentic,
                name: "damaged",
                "the backup is damaged",
                hint: "nothing was restored; take another copy"
            )
        case .file(.alreadyExists):
            self.init(
                .storeUnusable,
                name: "alreadyExists",
                "there is something at the place of the backup",
                hint: "choose another name: a backup is never written over anything"
            )
        case .file(let error):
            let reason = CommandError(error)
            self.init(
                .storeUnusable,
                name: "backupFile",
                "the backup's file can't be read or written (\(reason.name))"
            )
        case .store(let error):
            self.init(error)
        }
    }

    /// Records that are not in a backup because they can't be read: how many of each kind, and why.
    init(_ omissions: [BackupSummary.Omission]) {
        let reasons = omissions.map { "\($0.kind): \(CommandError($0.reason).name)" }
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
