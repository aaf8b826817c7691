// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver

extension SenderName {
    static func contact(name: String) -> SenderName {
        SenderName(ResolvedSender(name: name, source: .contact), isContact: true)
    }

    static func selfDeclared(name: String) -> SenderName {
        SenderName(ResolvedSender(name: name, source: .selfDeclared), isContact: false)
    }

    static let unknown = SenderName(
        ResolvedSender(name: "Unknown sender", source: .label),
        isContact: false
    )
}
