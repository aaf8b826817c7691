// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Why a text is not the base64url of any bytes.
package enum Base64URLError: Error, Hashable {
    /// No byte string has a text of this many characters (1 modulo 4).
    case impossibleLength(Int)
    /// A character outside `A-Z a-z 0-9 - _`, such as padding or white space.
    case foreignCharacter
    /// The bits behind the last byte are not zero, so this is a second text for the same bytes.
    case trailingBits
}
