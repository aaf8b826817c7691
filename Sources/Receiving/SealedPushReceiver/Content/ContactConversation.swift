// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts

/// A contact, or one of its codes, as the system may know it.
package struct ContactConversation: Sendable, Hashable {
    /// The identity, 32 bytes.
    package let sender: [UInt8]
    /// The code that has a name; nil for the identity itself.
    package let code: String?
    /// Whether the system may not know the sender as a person (D-19).
    package let isDoubtful: Bool
}

extension NotificationReceiver {
    /// The conversations of contacts that `isWanted` chooses.
    package func conversations(
        where isWanted: (ContactConversation) -> Bool
    ) throws(ReceiverError) -> [ContactConversation] {
        do throws(ContactError) {
            return try contacts.list().contacts
                .map {
                    ContactConversation(
                        sender: $0.identity.bytes,
                        code: $0.code,
                        isDoubtful: $0.standing.isSilenced || $0.standing.needsCheck
                    )
                }
                .filter(isWanted)
        } catch {
            throw ReceiverError(error)
        }
    }
}
