// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SealedPushContacts

/// What a recipient may be called: the same on the command line as in a directory.
enum RecipientName {
    /// Refuses a name that a directory has no folder for, as of a variable that is not set: all
    /// recipients would share its list.
    static func check(_ name: String?) throws(ValidationError) {
        guard let name else { return }
        do throws(ContactError) {
            try ContactText.check(code: name)
        } catch {
            throw ValidationError(
                "--recipient takes 1 to 64 bytes without control characters and line breaks"
            )
        }
    }
}
