// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The system's words for its error numbers.
package enum SystemWords {
    /// What an error number says, in lower case: "no space left on device".
    package static func of(_ code: Int32) -> String {
        guard let text = unsafe strerror(code) else { return "system error \(code)" }
        let words = unsafe String(cString: text)
        return words.prefix(1).lowercased() + words.dropFirst()
    }
}
