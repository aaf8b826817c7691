// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import MessageTestSupport
import SealedPush

extension RawMessage {
    /// A message of an exchange that breaks no rule.
    init(in exchange: Exchange, content: String = Exchange.content) {
        self.init(
            content,
            from: exchange.sender,
            to: exchange.record,
            of: exchange.device.device,
            topic: exchange.topic,
            created: Exchange.now
        )
    }
}
