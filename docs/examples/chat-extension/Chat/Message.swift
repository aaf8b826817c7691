// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a member of a conversation sent.
struct Message: Decodable {
    let sender: String
    let text: String
    let sticker: URL?
}
