// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension InputFile {
    /// The lines of the file that are not blank, with their numbers from 1.
    package func lines(
        _ what: String,
        upTo limit: Int = InputFile.limit
    ) throws(CommandError) -> [(number: Int, bytes: [UInt8])] {
        let all = try read(what, upTo: limit, tooLarge: .usage).split(
            separator: UInt8(ascii: "\n"),
            omittingEmptySubsequences: false
        )
        return all.enumerated().compactMap { index, line in
            let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            return isBlank ? nil : (index + 1, Array(line))
        }
    }
}
