// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushContacts
import SealedPushCrypto
import SealedPushStore

extension CommandError {
    /// Why the file of a bundle is no device that can be sealed to; our own store has nothing to do
    /// with it.
    init(bundle error: ContactError) {
        guard case .store(let reason) = error else {
            self.init(error)
            return
        }
        self.init(.usage, name: reason.name, "the bundle's file can't be read: \(reason.reason)")
    }
}
