// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreTestSupport

extension FileCall {
    /// The letter of a step that changes files; what is done to a claim, in capitals.
    var letter: String? {
        let letters: [Kind: String] = [
            .create: "c", .append: "a", .syncFile: "s", .syncFolder: "y", .link: "l", .rename: "r",
            .unlink: "u", .makeFolder: "m", .removeFolder: "d",
        ]
        return letters[kind].map { path.contains("/claims/") ? $0.uppercased() : $0 }
    }
}

extension PhoneFolder {
    /// Notes a step of the extension's, a byte, where a test counts them; before the one that it
    /// names the process is killed.
    func take(step letter: String) {
        guard let steps = read(.steps) else { return }
        if read(.kill).flatMap({ Int($0) }) == steps.utf8.count + 1 {
            try? write(.killed, "\(getpid())")
            kill(getpid(), SIGKILL)
        }
        append(.steps, letter)
    }
}
