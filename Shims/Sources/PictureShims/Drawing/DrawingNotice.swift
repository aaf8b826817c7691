// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What can't be drawn, which the picture itself would not tell.
package enum DrawingNotice {
    /// Hears the notices of a test; nil is a line on standard error.
    @TaskLocal package static var receiver: (@Sendable (String) -> Void)?

    package static func tell(_ text: String) {
        if let receiver { return receiver(text) }
        let bytes = Array("UIKit: \(text)\n".utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
    }
}
