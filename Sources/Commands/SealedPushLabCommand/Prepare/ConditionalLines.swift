// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The lines of a source that a condition hides from Linux.
struct ConditionalLines: Hashable {
    /// The line of the condition.
    let condition: Int
    /// The first and the last line that it hides.
    let lines: ClosedRange<Int>

    /// What is said of them.
    var account: String {
        let words =
            lines.count == 1
            ? "line \(lines.lowerBound), which is"
            : "lines \(lines.lowerBound) to \(lines.upperBound), which are"
        return "the condition on line \(condition) hides \(words) left to you"
    }

    /// A condition that is open.
    private struct Open {
        var line: Int
        /// Whether an earlier one of its branches is compiled for certain.
        var isTaken = false
        /// Whether the branch is hidden by its own words.
        var isHidden = false
        var first: Int?
        var last = 0
    }

    /// Those of a source, in their order; of conditions within hidden lines nothing is said.
    static func hidden(_ tokens: [SwiftText.Token]) -> [ConditionalLines] {
        var found: [ConditionalLines] = []
        var open: [Open] = []
        func close(_ branch: Open) {
            guard branch.isHidden, let first = branch.first else { return }
            found.append(ConditionalLines(condition: branch.line, lines: first...branch.last))
        }
        for (number, token) in tokens.enumerated() {
            let next = number + 1 < tokens.count ? tokens[number + 1] : nil
            let word = token.text == "#" && next?.isAttached == true ? next?.text : nil
            let rest = tokens[min(number + 2, tokens.count)...].prefix { $0.line == token.line }
            switch word {
            case "if":
                note(token.line, in: &open)
                var condition = Condition(rest)
                let value = condition.value
                open.append(
                    Open(line: token.line, isTaken: value == true, isHidden: value == false)
                )
            case "elseif", "else":
                guard var branch = open.popLast() else { continue }
                close(branch)
                var condition = Condition(rest)
                let value = word == "else" ? true : condition.value
                let isHidden = branch.isTaken || value == false
                branch = Open(
                    line: isHidden && value != false ? branch.line : token.line,
                    isTaken: branch.isTaken || value == true,
                    isHidden: isHidden
                )
                open.append(branch)
            case "endif": if let branch = open.popLast() { close(branch) }
            default:
                let isOfSign = number > 0 && tokens[number - 1].text == "#" && token.isAttached
                let isOfCondition = open.last?.line == token.line
                if !isOfSign, !isOfCondition, token.text != "#" { note(token.line, in: &open) }
            }
        }
        found.sort {
            ($0.lines.lowerBound, -$0.lines.upperBound) < (
                $1.lines.lowerBound, -$1.lines.upperBound
            )
        }
        var outer: [ConditionalLines] = []
        for lines in found {
            let isWithin = outer.last.map { $0.lines.upperBound >= lines.lines.upperBound }
            if isWithin != true { outer.append(lines) }
        }
        return outer
    }

    private static func note(_ line: Int, in open: inout [Open]) {
        for index in open.indices {
            open[index].first = open[index].first ?? line
            open[index].last = line
        }
    }
}

/// A condition of a build, as far as it can be told what Linux makes of it.
private struct Condition {
    private var tokens: ArraySlice<SwiftText.Token>

    init(_ tokens: ArraySlice<SwiftText.Token>) {
        self.tokens = tokens
    }

    /// Whether it holds; nil if that depends on something else.
    var value: Bool? {
        mutating get { either() }
    }

    private mutating func either() -> Bool? {
        var value = both()
        while take("|") {
            _ = take("|")
            let other = both()
            value = value == true || other == true ? true : value == nil ? nil : other
        }
        return value
    }

    private mutating func both() -> Bool? {
        var value = one()
        while take("&") {
            _ = take("&")
            let other = one()
            value = value == false || other == false ? false : value == nil ? nil : other
        }
        return value
    }

    private mutating func one() -> Bool? {
        if take("!") { return one().map { !$0 } }
        if take("(") {
            let value = either()
            _ = take(")")
            return value
        }
        guard let word = tokens.popFirst()?.text else { return nil }
        guard take("(") else { return word == "true" ? true : word == "false" ? false : nil }
        let name = tokens.first?.text
        while let token = tokens.popFirst(), token.text != ")" {}
        return switch word {
        case "os": name == "Linux"
        case "targetEnvironment": false
        case "canImport": name.map { AppleModule.isThere(String($0)) }
        default: nil
        }
    }

    private mutating func take(_ sign: String) -> Bool {
        guard tokens.first?.text == sign[...] else { return false }
        tokens.removeFirst()
        return true
    }
}
