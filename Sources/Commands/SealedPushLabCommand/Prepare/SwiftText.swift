// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The words and signs of a Swift source that are code: nothing of comments, strings and regular
/// expressions.
struct SwiftText {
    /// A word, or a single sign.
    struct Token {
        let text: Substring
        /// The line, from 1.
        let line: Int
        /// Whether nothing stands between it and the one before.
        let isAttached: Bool

        var range: Range<String.Index> { text.startIndex..<text.endIndex }
    }

    private(set) var tokens: [Token] = []

    private let text: String
    private var place: String.Index
    private var line = 1

    /// Reads a source.
    init(_ text: String) {
        self.text = text
        place = text.startIndex
        readCode(untilBracket: false)
    }

    /// Whether a text is a name.
    static func isIdentifier(_ text: String) -> Bool {
        text.allSatisfy(\.isOfWord) && text.first?.isNumber == false
    }

    // MARK: - Code

    /// Reads to the end, or, in the value of a string, to the bracket that closes it.
    private mutating func readCode(untilBracket: Bool) {
        var depth = 0
        while let character = current {
            if untilBracket, character == ")", depth == 0 { return advance() }
            depth += character == "(" ? 1 : character == ")" ? -1 : 0
            switch character {
            case "/" where next == "/": skip { !$0.isNewline }
            case "/" where next == "*": skipComment()
            case "/" where beginsExpression && skipExpression(): break
            case "\"": skipString(signs: 0)
            case "#": readSign()
            case _ where character.isOfWord || character == "`": readWord()
            case _ where character.isWhitespace: advance()
            default: add(to: text.index(after: place))
            }
        }
    }

    private mutating func readWord() {
        let end = text[text.index(after: place)...].firstIndex { !$0.isOfWord && $0 != "`" }
        add(to: end ?? text.endIndex)
    }

    /// Reads a number sign, which may open a string or a regular expression.
    private mutating func readSign() {
        let signs = text[place...].prefix { $0 == "#" }.count
        let after = text.index(place, offsetBy: signs)
        switch after < text.endIndex ? text[after] : " " {
        case "\"":
            place = after
            skipString(signs: signs)
        case "/":
            let end = "/" + String(repeating: "#", count: signs)
            place = text.index(after: after)
            while current != nil, !text[place...].hasPrefix(end) { advance() }
            for _ in 0...signs { advance() }
        default: add(to: text.index(after: place))
        }
    }

    private mutating func add(to end: String.Index) {
        let isAttached = tokens.last?.range.upperBound == place
        tokens.append(Token(text: text[place..<end], line: line, isAttached: isAttached))
        place = end
    }

    // MARK: - What is no code

    /// How many strings are in the values of strings here.
    private var depth = 0
    /// What is deeper is passed over as text: each level takes room on the stack.
    private static let deepest = 64

    private mutating func skipComment() {
        var depth = 0
        repeat {
            if current == "/", next == "*" {
                depth += 1
                advance()
            } else if current == "*", next == "/" {
                depth -= 1
                advance()
            }
            advance()
        } while depth > 0 && current != nil
    }

    /// Skips a string but the code of its values; so many number signs stand before and behind it.
    private mutating func skipString(signs: Int) {
        let signs = String(repeating: "#", count: signs)
        let quotes = text[place...].hasPrefix("\"\"\"") ? "\"\"\"" : "\""
        for _ in quotes { advance() }
        while let character = current {
            if text[place...].hasPrefix(quotes + signs) {
                for _ in quotes + signs { advance() }
                return
            }
            if character.isNewline, quotes == "\"" { return }
            guard text[place...].hasPrefix("\\" + signs) else {
                advance()
                continue
            }
            for _ in "\\" + signs { advance() }
            let isValue = current == "("
            advance()
            guard isValue, depth < Self.deepest else { continue }
            depth += 1
            readCode(untilBracket: true)
            depth -= 1
        }
    }

    /// Whether a slash at this place is no operator.
    private var beginsExpression: Bool {
        guard let next, !next.isWhitespace, next != ")", next != "=" else { return false }
        guard let last = tokens.last else { return true }
        return "(,=:[{;!&|?".contains(last.text)
    }

    /// Skips a regular expression, if it ends on this line.
    private mutating func skipExpression() -> Bool {
        var isEscaped = false
        var end = text.index(after: place)
        while end < text.endIndex, !text[end].isNewline {
            if !isEscaped, text[end] == "/" {
                place = text.index(after: end)
                return true
            }
            isEscaped = !isEscaped && text[end] == "\\"
            end = text.index(after: end)
        }
        return false
    }

    // MARK: - Characters

    private var current: Character? { place < text.endIndex ? text[place] : nil }

    private var next: Character? {
        guard place < text.endIndex else { return nil }
        let next = text.index(after: place)
        return next < text.endIndex ? text[next] : nil
    }

    private mutating func advance() {
        guard let current else { return }
        if current.isNewline { line += 1 }
        place = text.index(after: place)
    }

    private mutating func skip(while isSkipped: (Character) -> Bool) {
        while let current, isSkipped(current) { advance() }
    }
}

extension Character {
    /// Whether names and numbers consist of it.
    fileprivate var isOfWord: Bool { isLetter || isNumber || self == "_" || self == "$" }
}
