// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushLabCommand

struct PreparedSourceTests {
    @Test(arguments: [
        ("@objc class A {}", "class A {}"),
        ("@objc(B) class A {}", "class A {}"),
        ("    @objc\n    func f()", "    \n    func f()"),
        ("@objcMembers final class A { @nonobjc var b = 1 }", "final class A { var b = 1 }"),
        (#"let a = "@objc" // @objc"#, #"let a = "@objc" // @objc"#),
        (#"let a = "\(b.map { @objc in $0 })""#, #"let a = "\(b.map { in $0 })""#),
        ("@objcSomething @ objc", "@objcSomething @ objc"),
        ("@objc(tableView:cellFor:) func f()", "func f()"),
        ("import os.log", "import os"),
        ("import struct Foundation.URL", "import struct Foundation.URL"),
        ("import class Darwin.FILE", "import class Glibc.FILE"),
        ("import Darwin.C.stdlib", "import Glibc"),
        ("import UIKit; import os.log", "import UIKit; import os"),
        ("import \u{1B}[2J", "import \u{1B}[2J"),
    ])
    func `attributes and imports become those that Linux has`(_ text: String, _ expected: String) {
        #expect(PreparedSource(text).text == expected)
    }

    @Test(arguments: [
        ("import Foundation\nlet a = URLSession.shared\n", ["FoundationNetworking"]),
        ("import UserNotifications\nlet a = URLSession.shared\n", []),
        ("import Foundation\nlet a: OSStatus = 0\n", ["FoundationShims"]),
        ("import Security\nlet a: OSStatus = 0\n", []),
        (#"let a = "URLSession""#, []),
        ("import Foundation\nlet a = kSecClass\n", ["Security"]),
        ("import UIKit\nlet a = SecItemDelete(b)\n", ["Security"]),
        ("import Security\nlet a = errSecSuccess\n", []),
        ("import UserNotifications\nvar a: SecKey?\n", ["Security"]),
        ("import Foundation\nlet a = SecKeyCreateWithData(b, c, nil)\n", ["Security"]),
        ("import Foundation\nlet a = try b.decompressed(using: .zlib)\n", ["Compression"]),
        ("import Compression\nlet a = try b.decompressed(using: .zlib)\n", []),
        (
            "import Foundation\nvar a: Unmanaged<CFError>?\n", ["FoundationShims"]
        ),
        ("import UserNotifications\nclass A: XMLParserDelegate {}\n", ["FoundationXML"]),
        ("import FoundationXML\nlet a = XMLParser()\n", []),
        ("import UIKit\nlet a = CGImageSourceGetCount(b)\n", ["ImageIO"]),
        ("import UIKit\nlet a = kCGImagePropertyGIFDictionary\n", ["ImageIO"]),
        ("import ImageIO\nlet a: CGImageDestination? = nil\n", []),
        ("import Foundation\nfunc f(_ a: CGContext) {}\n", ["UIKit"]),
        ("import UIKit\nlet a: CGImage? = UIImage(data: b)?.cgImage\n", []),
    ])
    func `an import that Linux lacks is added at the end`(_ text: String, _ modules: [String]) {
        let source = PreparedSource(text)
        let added = modules.map { "import \($0)\n" }.joined()
        #expect(source.text == text + (modules.isEmpty ? "" : "\n// Added for Linux.\n\(added)"))
        #expect(source.modules.isSuperset(of: modules))
    }

    @Test(arguments: [
        ("import GRDB", "copied; line 1 imports GRDB, which is left to you"),
        (
            "#if canImport(GRDB)\nimport GRDB\n#endif",
            "copied; the condition on line 1 hides line 2, which is left to you"
        ),
        (
            "#if os(iOS)\n@IBOutlet var a: A?\n#else\nf(#selector(a))\n#endif",
            "copied; line 4 has #selector, which is left to you; "
                + "the condition on line 1 hides line 2, which is left to you"
        ),
        ("\n@IBOutlet var a: A?", "copied; line 2 has @IBOutlet, which is left to you"),
        ("f(#selector(a))", "copied; line 1 has #selector, which is left to you"),
        ("#if A\n#error(\"A\")\n#endif", "copied; line 2 has #error, which is left to you"),
        ("@objc func f(); @objc func g()\n@objc var a", "copied; @objc removed from lines 1, 2"),
        (
            "import CoreGraphics",
            "copied; import CoreGraphics is import Foundation on line 1"
        ),
    ])
    func `it says what was done, and what is left`(_ text: String, _ account: String) {
        #expect(PreparedSource(text).account == account)
    }

    /// Sources whose lines count from 1, and the lines that Linux does not compile by conditions.
    @Test(arguments: [
        ("#if os(iOS)\na\nb\n#endif", ["1: 2 to 3"]),
        ("#if os(Linux)\na\n#else\nb\n#endif", ["1: 4"]),
        ("#if os(iOS)\na\n#else\nb\n#endif\n", ["1: 2"]),
        ("#if os(macOS) || os(iOS)\na\n#elseif os(Linux)\nb\n#endif", ["1: 2"]),
        ("#if !os(Linux)\na\n#endif\n#if os(iOS) && DEBUG\nb\n#endif", ["1: 2", "4: 5"]),
        ("#if targetEnvironment(simulator)\na\n#endif", ["1: 2"]),
        ("#if os(iOS) || DEBUG\na\n#endif", []), ("#if DEBUG\na\n#endif", []),
        ("#if canImport(Absent)\na\n#else\nb\n#endif", ["1: 2"]), ("#if os(iOS)\n#endif", []),
        ("#if os(iOS)\na\n#if os(iOS)\nb\n#endif\nc\n#endif", ["1: 2 to 6"]),
        ("#if DEBUG\n#if os(iOS)\nb\n#endif\nc\n#endif", ["2: 3"]),
        ("#if !(os(iOS) || os(macOS))\na\n#endif\n#endif\n#else\n#if", []),
        ("#if os(iOS\na\n#endif", ["1: 2"]), ("#if os(\na", []), ("#if ((((\n)", []),
        ("// #if os(iOS)\na", []),
    ])
    func `what a condition hides is told`(_ text: String, _ lines: [String]) {
        let hidden = ConditionalLines.hidden(SwiftText(text).tokens)
        let words = hidden.map { hidden in
            let (first, last) = (hidden.lines.lowerBound, hidden.lines.upperBound)
            return "\(hidden.condition): \(first)" + (first == last ? "" : " to \(last)")
        }
        #expect(words == lines)
        #expect(PreparedSource(text).left.count == lines.count)
    }

    @Test func `nothing of a source but its names is in the account`() {
        #expect(PreparedSource("import \u{1B}[2J\u{202E}").account == "copied")
    }

    @Test(arguments: [
        ("class A: UNNotificationServiceExtension {}", "A"),
        (
            "class B: NSObject {}\nfinal class C<D>: X, UNNotificationServiceExtension where D: E {}",
            "C"
        ),
        ("class func f() -> UNNotificationServiceExtension {}", nil),
        ("class func f(a: UNNotificationServiceExtension) {}", nil),
        ("class A<B: UNNotificationServiceExtension> {}", nil),
        ("// class A: UNNotificationServiceExtension {", nil),
    ])
    func `the class of the extension is found`(_ text: String, _ name: String?) {
        #expect(PreparedSource(text).serviceClasses == [name].compactMap(\.self))
    }

    /// The manifests are read as text: the command can't link what the shims link.
    @Test func `it knows the modules of both packages`() throws {
        let shims = try String(decoding: Repository.read("Shims/Package.swift"), as: UTF8.self)
        let list = try #require(shims.firstMatch(of: #/let shims: \[Target\] = \[([\s\S]*?)\n\]/#))
        let names = list.1.matches(of: #/\bshim\(\s*"(\w+)"/#).map { String($0.1) }
        #expect(Set(names) == AppleModule.shims)
        let rows = try String(decoding: Repository.read("Package.swift"), as: UTF8.self).split(
            separator: "\n"
        )
        .filter { $0.hasPrefix("    framework ") }
        let frameworks = rows.compactMap { row in
            row.split(separator: ":").first?.split(separator: "/").last.map(String.init)
        }
        #expect(Set(frameworks) == AppleModule.frameworks)
    }

    @Test(arguments: [
        ("out/package", "clone", "../../clone"), ("package", "../clone", "../../clone"),
        ("package", ".", ".."), ("package", "/clone", "/clone"), ("package", "package", "."),
    ])
    func `the path of the clone becomes one that is seen from the package`(
        _ package: String,
        _ clone: String,
        _ path: String
    ) {
        #expect(PackageFolder(package).relative(clone) == path)
    }
}

struct SwiftTextTests {
    private func words(_ text: String) -> [String] {
        SwiftText(text).tokens.map { String($0.text) }
    }

    @Test(arguments: [
        ("a // b\nc", ["a", "c"]),
        ("a /* b /* c */ d */ e", ["a", "e"]),
        (#"a "b" c"#, ["a", "c"]),
        (#"a "b \(c + "d" + e(f)) g" h"#, ["a", "c", "+", "+", "e", "(", "f", ")", "h"]),
        (##"a #"b \(c) " \#(d)"# e"##, ["a", "d", "e"]),
        (#"a "b \" c" d"#, ["a", "d"]),
        ("a \"\"\"\nb \"c\" \\(d)\n\"\"\" e", ["a", "d", "e"]),
        ("a = /b\"c/ + d", ["a", "=", "+", "d"]),
        ("a = #/b\"c/# + d", ["a", "=", "+", "d"]),
        ("a = b / c / d", ["a", "=", "b", "/", "c", "/", "d"]),
        ("f(a, /)", ["f", "(", "a", ",", "/", ")"]),
        ("@objc(a) `class`", ["@", "objc", "(", "a", ")", "`class`"]),
        ("#selector(a)", ["#", "selector", "(", "a", ")"]),
        ("\"a\nb", ["b"]),
        ("a /* b", ["a"]),
        ("é1_$ 😀", ["é1_$", "😀"]),
    ])
    func `what is no code is skipped`(_ text: String, _ expected: [String]) {
        #expect(words(text) == expected)
    }

    @Test func `each word knows its line`() {
        let text = "a\n/*\n*/ b \"\"\"\n\n\"\"\" c\r\nd"
        #expect(SwiftText(text).tokens.map(\.line) == [1, 3, 5, 6])
    }

    @Test func `strings in strings without end are passed over`() {
        let text = String(repeating: #""\("#, count: 20_000)
        #expect(SwiftText(text).tokens.count < text.count)
    }

    @Test func `any prefix of a source ends`() {
        let text = ##"@objc(a) f("b \(c(#"d"#)) e") /* /* */ */ = /x/ #/y/# """##
        for count in 0...text.count { _ = SwiftText(String(text.prefix(count))) }
    }
}
