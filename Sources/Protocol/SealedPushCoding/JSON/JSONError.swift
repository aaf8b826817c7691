// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The reason for which bytes are not a JSON document that this package reads.
///
/// Every case but `tooLong` names the offset in bytes of what was refused, counted from the start.
/// No case holds any of the bytes.
@nonexhaustive
public enum JSONError: Error, Hashable {
    /// The document has more than `JSONDocument.byteLimit` bytes.
    case tooLong(Int)
    /// The document begins with a UTF-8 byte order mark (RFC 8259, section 8.1).
    case byteOrderMark
    /// The document ends inside a value.
    case unexpectedEnd(at: Int)
    /// A byte stands where the grammar of RFC 8259 has no place for it.
    case unexpectedByte(at: Int)
    /// Something other than white space follows the value.
    case trailingBytes(at: Int)
    /// An array or object is nested in more than `JSONDocument.depthLimit` others, itself counted.
    case tooDeep(at: Int)
    /// An object has this key before; keys are compared after their escapes are resolved.
    case duplicateKey(at: Int)
    /// A control character (below U+0020) stands unescaped in a string.
    case controlCharacter(at: Int)
    /// A string holds bytes that are not UTF-8 (RFC 3629).
    case invalidUTF8(at: Int)
    /// A backslash is followed by none of `" \ / b f n r t`, nor by `u` and four hex digits.
    case invalidEscape(at: Int)
    /// A `\u` escape is half of a surrogate pair, without the other half beside it.
    case loneSurrogate(at: Int)
}

extension JSONError {
    /// The offset that it names.
    package var offset: Int? {
        switch self {
        case .tooLong, .byteOrderMark: nil
        case .unexpectedEnd(let offset), .unexpectedByte(let offset), .trailingBytes(let offset),
            .tooDeep(let offset), .duplicateKey(let offset), .controlCharacter(let offset),
            .invalidUTF8(let offset), .invalidEscape(let offset), .loneSurrogate(let offset):
            offset
        }
    }
}

extension JSONError {
    /// What to do about the mistakes of those who write JSON in another way than this one.
    package var remedy: String? {
        switch self {
        case .byteOrderMark: "write it without the bytes EF BB BF at its beginning"
        case .duplicateKey: "keep one of the two: readers differ in which one counts"
        case .invalidUTF8: "write it in UTF-8: this may be Latin-1, Windows-1252 or UTF-16"
        case .loneSurrogate: "cut a text between characters, not inside of one"
        default: nil
        }
    }
}

extension JSONError: ExplainedError {
    /// The fault and its place: "a key comes twice, at byte 17".
    public var message: String {
        switch self {
        case .tooLong: "it is too long"
        case .byteOrderMark: "it begins with a byte order mark"
        case .unexpectedEnd(let offset): "it ends too early, at byte \(offset)"
        case .unexpectedByte(let offset): "what stands at byte \(offset) has no place there"
        case .trailingBytes(let offset): "something follows it at byte \(offset)"
        case .tooDeep(let offset): "it is nested too deeply at byte \(offset)"
        case .duplicateKey(let offset): "a key comes twice, at byte \(offset)"
        case .controlCharacter(let offset): "a control character stands at byte \(offset)"
        case .invalidUTF8(let offset): "it is not UTF-8 at byte \(offset)"
        case .invalidEscape(let offset): "an unknown escape stands at byte \(offset)"
        case .loneSurrogate(let offset): "half a surrogate pair stands at byte \(offset)"
        }
    }
}
