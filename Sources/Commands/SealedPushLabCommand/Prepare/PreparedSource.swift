// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A source of an extension as Linux compiles it, and what was done to it.
struct PreparedSource {
    /// A piece of the text that becomes another.
    private struct Change {
        let range: Range<String.Index>
        let replacement: String
    }

    /// What the runtime of Objective-C does and nothing here can, by the sign before the word.
    private static let absent: [String: Set<Substring>] = [
        "@": ["IBAction", "IBDesignable", "IBInspectable", "IBOutlet", "NSManaged"],
        "#": ["error", "keyPath", "selector"],
    ]

    /// The text as it is copied.
    private(set) var text: String
    /// The modules that it imports.
    private(set) var modules: Set<String> = []
    /// The classes that it declares.
    private(set) var classes: Set<String> = []
    /// The classes that say that they are service extensions, in their order.
    private(set) var serviceClasses: [String] = []

    private var changes: [Change] = []
    private var done: [String] = []
    /// What is left to do, each in a few words.
    private(set) var left: [String] = []

    /// Prepares a source.
    init(_ original: String) {
        text = original
        let tokens = SwiftText(original).tokens
        let hidden = ConditionalLines.hidden(tokens)
        removeAttributes(tokens)
        readImports(tokens)
        addImports(tokens)
        tellAbsent(tokens.filter { token in !hidden.contains { $0.lines.contains(token.line) } })
        left += hidden.map(\.account)
        classes = Self.classes(in: tokens)
        serviceClasses = Self.serviceClasses(in: tokens)
        for change in changes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            text.replaceSubrange(change.range, with: change.replacement)
        }
    }

    /// What was done to it, and what is left to do, on a line.
    var account: String {
        (["copied"] + done + left).joined(separator: "; ")
    }

    // MARK: - Attributes

    private mutating func removeAttributes(_ tokens: [SwiftText.Token]) {
        var lines: [Int] = []
        for (number, sign) in tokens.enumerated() where sign.text == "@" {
            let rest = tokens[(number + 1)...]
            guard let word = rest.first, word.isAttached,
                ["objc", "objcMembers", "nonobjc"].contains(word.text)
            else { continue }
            var end = word.range.upperBound
            if word.text == "objc", let bracket = rest.dropFirst().first, bracket.text == "(",
                bracket.isAttached
            {
                end = rest.first { $0.text == ")" }?.range.upperBound ?? end
            }
            // The line end stays, so that lines keep their numbers.
            end = text[end...].firstIndex { $0 != " " && $0 != "\t" } ?? text.endIndex
            changes.append(Change(range: sign.range.lowerBound..<end, replacement: ""))
            lines.append(sign.line)
        }
        guard !lines.isEmpty else { return }
        done.append("@objc removed from \(Self.list(lines))")
    }

    private static func list(_ lines: [Int]) -> String {
        let numbers = lines.reduce(into: [Int]()) { if $0.last != $1 { $0.append($1) } }
        let words = numbers.map(String.init).joined(separator: ", ")
        return "\(numbers.count == 1 ? "line" : "lines") \(words)"
    }

    // MARK: - Imports

    private mutating func readImports(_ tokens: [SwiftText.Token]) {
        let kinds: Set<Substring> = [
            "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
        ]
        for (number, token) in tokens.enumerated() where token.text == "import" {
            var rest = tokens[(number + 1)...].prefix { $0.line == token.line }
            let isOfSymbol = rest.first.map { kinds.contains($0.text) } ?? false
            if isOfSymbol { rest = rest.dropFirst() }
            guard let first = rest.first, SwiftText.isIdentifier(String(first.text)) else {
                continue
            }
            let path = Self.path(in: rest.dropFirst())
            let name = String(first.text)
            let module = AppleModule.substitutes[name] ?? name
            modules.insert(module)
            let whole = first.range.lowerBound..<(path.last ?? first).range.upperBound
            if module != name || (!isOfSymbol && !path.isEmpty) {
                // A part of a module is no module here.
                let range = isOfSymbol ? first.range : whole
                done.append("import \(text[range]) is import \(module) on line \(token.line)")
                changes.append(Change(range: range, replacement: module))
            }
            if !AppleModule.isThere(module), !Self.asks(for: name, tokens) {
                left.append("line \(token.line) imports \(module), which is left to you")
            }
        }
    }

    /// The parts of a module that follow its name, each with the dot before it.
    private static func path(in tokens: ArraySlice<SwiftText.Token>) -> ArraySlice<SwiftText.Token>
    {
        var end = tokens.startIndex
        while end + 1 < tokens.endIndex, tokens[end].isAttached, tokens[end + 1].isAttached,
            tokens[end].text == ".", SwiftText.isIdentifier(String(tokens[end + 1].text))
        {
            end += 2
        }
        return tokens[..<end]
    }

    /// Whether the source asks if it may import a module.
    private static func asks(for module: String, _ tokens: [SwiftText.Token]) -> Bool {
        zip(tokens, tokens.dropFirst(2)).contains { $0.text == "canImport" && $1.text == module }
    }

    private mutating func addImports(_ tokens: [SwiftText.Token]) {
        let extras = Set(tokens.compactMap { AppleModule.extra(for: $0.text) })
        let added = extras.filter { modules.isDisjoint(with: AppleModule.bringers(of: $0)) }
            .sorted()
        guard !added.isEmpty else { return }
        modules.formUnion(added)
        // At the end, so that lines keep their numbers.
        let lines = added.map { "import \($0)\n" }.joined()
        let start = text.hasSuffix("\n") || text.isEmpty ? "" : "\n"
        changes.append(
            Change(
                range: text.endIndex..<text.endIndex,
                replacement: "\(start)\n// Added for Linux.\n\(lines)"
            )
        )
        done.append(contentsOf: added.map { "import \($0) added at the end" })
    }

    // MARK: - The rest

    private mutating func tellAbsent(_ tokens: [SwiftText.Token]) {
        for (sign, word) in zip(tokens, tokens.dropFirst()) where word.isAttached {
            guard Self.absent[String(sign.text)]?.contains(word.text) == true else { continue }
            left.append("line \(sign.line) has \(sign.text)\(word.text), which is left to you")
        }
    }

    /// The colon before the bases, and not the one in a generic clause.
    private static func colon(in tokens: ArraySlice<SwiftText.Token>) -> Int? {
        var depth = 0
        return tokens.firstIndex { token in
            if token.text == "<" { depth += 1 }
            if token.text == ">" { depth -= 1 }
            return depth == 0 && token.text == ":"
        }
    }

    private static func classes(in tokens: [SwiftText.Token]) -> Set<String> {
        Set(
            zip(tokens, tokens.dropFirst()).compactMap { word, name in
                let isMember = ["func", "var", "let", "subscript"].contains(name.text)
                return word.text == "class" && !isMember ? String(name.text) : nil
            }
        )
    }

    private static func serviceClasses(in tokens: [SwiftText.Token]) -> [String] {
        var found: [String] = []
        for (number, token) in tokens.enumerated() where token.text == "class" {
            let rest = tokens[(number + 1)...].prefix { $0.text != "{" }
            let isMember = ["func", "var", "let", "subscript"].contains(rest.first?.text)
            guard !isMember, let colon = colon(in: rest) else { continue }
            let bases = rest[colon...].map(\.text)
            if bases.contains("UNNotificationServiceExtension"), let name = rest.first {
                found.append(String(name.text))
            }
        }
        return found
    }
}
