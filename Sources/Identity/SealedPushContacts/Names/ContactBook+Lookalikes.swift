// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

extension ContactBook {
    /// Whether a contact of another identity than `identity` has this name, or one that looks like
    /// it.
    ///
    /// The device asks before it shows a title that a service chose for one of its users.
    ///
    /// - Throws: ``ContactError/store(_:)``.
    package func isName(
        _ name: String,
        ofOtherThan identity: [UInt8]
    ) throws(ContactError) -> Bool {
        let wanted = NameText.cleaned(name, limit: .max).lowercased()
        return try list().contacts.contains {
            $0.identity.bytes != identity
                && NameText.cleaned($0.name ?? "", limit: .max).lowercased() == wanted
        }
    }
}
