// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What a program says of its own end: the message of a `fatalError`, and the function that the
/// backtrace of Swift's runtime names first.
struct LastWords: Sendable {
    /// More of a message than a report shows.
    private static let limit = 300
    /// The files whose functions only pass a crash on.
    private static let passing = [
        "libswift", "libc.so", "libpthread", "libFoundation", "libdispatch",
    ]

    private var message: String?
    private var function: String?
    private var isInTrace = false

    /// Whether the program is about to end.
    private(set) var hasBegun = false
    private var number: Int32?
    private var isComplete = false

    /// The signal by which it ends, once the backtrace is complete.
    var signal: Int32? { isComplete ? number : nil }

    /// Takes a line that the program wrote to its standard error.
    mutating func take(_ line: Substring) {
        for kind in ["Fatal error", "Precondition failed", "Assertion failed"] {
            guard let place = line.firstRange(of: ": \(kind)") else { continue }
            hasBegun = true
            let rest = line[place.upperBound...].drop { $0 == ":" || $0 == " " }
            message = rest.isEmpty ? nil : String(rest.prefix(Self.limit))
        }
        if line.hasPrefix("*** Signal ") {
            hasBegun = true
            number = Int32(line.dropFirst("*** Signal ".count).prefix { $0.isNumber })
        }
        if line.hasPrefix("Backtrace took ") { isComplete = true }
        if line.hasPrefix("Thread "), line.hasSuffix(" crashed:") {
            (isInTrace, function) = (true, nil)
        } else if isInTrace, function == nil {
            function = Self.function(in: line)
        }
    }

    /// The end in words, as `in NotificationService.decode(_:) at Service.swift:12: no key`; nil of
    /// a program that said nothing.
    var text: String? {
        let parts = [function.map { "in \($0)" }, message].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ": ")
    }

    /// The function of a line such as
    /// `2 [ra] 0x0000565320df769b decode(_:) + 330 in Host at /a/Service.swift:3:65`.
    private static func function(in line: Substring) -> String? {
        guard let address = line.firstRange(of: " 0x"),
            let end = line[address.upperBound...].firstIndex(of: " "),
            let image = line.ranges(of: " in ").last
        else { return nil }
        let file = line[image.upperBound...]
        guard !passing.contains(where: { file.hasPrefix($0) }) else { return nil }
        let name = line[end..<image.lowerBound].drop { $0 == " " }
        let function = name.ranges(of: " + ").last.map { name[..<$0.lowerBound] } ?? name
        guard !function.isEmpty else { return nil }
        return String(function.prefix(limit)) + (place(in: file).map { " at \($0)" } ?? "")
    }

    /// The name and line of the source, without folders.
    private static func place(in file: Substring) -> String? {
        guard let at = file.firstRange(of: " at ") else { return nil }
        let name = file[at.upperBound...].split(separator: "/").last ?? ""
        return name.split(separator: ":").prefix(2).joined(separator: ":")
    }
}
