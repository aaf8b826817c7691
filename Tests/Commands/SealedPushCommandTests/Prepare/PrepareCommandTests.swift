// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushLabCommand

/// `sealedpush-lab prepare`; `.ci/extensions` builds and runs what it makes of the same app.
struct PrepareCommandTests {
    private static let app = Repository.folder + "Tests/Commands/AppExtension/NotificationService"
    private static let source = "class A: UNNotificationServiceExtension {}\n"

    /// A place with the folder `app`, in which there are these files.
    private static func place(_ files: [String: String]) throws -> Workplace {
        let place = Workplace()
        try place.makeFolder("app")
        for (name, text) in files { try place.write(text, to: "app/\(name)") }
        return place
    }

    @Test func `it says of each file what became of it`() throws {
        let place = Workplace()
        let run = try place.run("sealedpush-lab", "prepare", Self.app, "--output", "@package")
        #expect(run.status == 0)
        #expect(
            run.text == """
                Avatar.swift: copied; import CoreGraphics is import Foundation on line 4; import ImageIO added at the end
                Cache.swift: copied; @objc removed from lines 14, 18; import CoreFoundation is import FoundationShims on line 4; import CoreGraphics is import Foundation on line 5; import Darwin is import Glibc on line 6; the condition on line 9 hides line 10, which is left to you
                Info.plist: copied to Info.plist; the test's device has its values
                Network/Downloader.swift: copied; @objc removed from lines 8, 9, 13, 17; import FoundationNetworking added at the end
                NotificationService-Bridging-Header.h: left out: Objective-C, of which Swift code needs a double in Swift
                NotificationService.swift: copied; @objc removed from lines 9, 10, 11, 15; import os.log is import os on line 6
                Package.swift: written
                Sources/NotificationServiceHost/main.swift: written
                Tests/NotificationServiceTests/NotificationServiceTests.swift: written

                """
        )
    }

    @Test func `a link in the folder is left out`() throws {
        let place = try Self.place(["A.swift": Self.source])
        let link = place.path("app/B.swift")
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: place.path("app/A.swift")
        )
        let run = try place.run("sealedpush-lab", "prepare", "@app", "--output", "@package")
        #expect(run.status == 0)
        #expect(run.text.contains("B.swift: left out: a symbolic link, which is not followed\n"))
        #expect(!FileManager.default.fileExists(atPath: place.path("package/Sources/app/B.swift")))
        #expect(try place.text("package/Sources/app/A.swift") == Self.source)
    }

    @Test(arguments: [
        (["@none", "--output", "@package"], "the extension's folder is not there"),
        (["@app/A.swift", "--output", "@package"], "the extension's folder is no folder"),
        (["@link", "--output", "@package"], "the extension's folder is a symbolic link"),
        (["@link/", "--output", "@package"], "the extension's folder is a symbolic link"),
        (["@link//", "--output", "@package"], "the extension's folder is a symbolic link"),
        (["@link/./", "--output", "@package"], "the extension's folder is a symbolic link"),
        (["@empty", "--output", "@package"], "the folder has no Swift sources"),
        (
            ["@app", "--output", "@app/package"],
            "the package can't be in the folder of the extension"
        ),
        (["@app", "--output", "@package", "--class", "A()"], "--class is the name of a class"),
        (["@app", "--output", "@package", "--class", "C"], "the folder has no class C"),
        (["@app", "--output", "@package", "--clone", "@app"], "--clone is no clone of SealedPush"),
        (["@app", "@none", "--output", "@package"], "the extension's folder is not there"),
        (
            ["@app", "@other", "@app/", "--output", "@package"],
            "a folder is named twice, or lies in another"
        ),
        (["@app", "@.", "--output", "@package"], "a folder is named twice, or lies in another"),
        (["@.", "@app", "--output", "@package"], "a folder is named twice, or lies in another"),
        (
            ["@other", "@app", "--output", "@app/package"],
            "the package can't be in the folder of the extension"
        ),
        (
            ["@other", "--output", "@package"],
            "no class in the folder inherits from UNNotificationServiceExtension"
        ),
    ])
    func `a wrong input is told in a line, and nothing is written`(
        _ arguments: [String],
        _ message: String
    ) throws {
        let place = try Self.place(["A.swift": Self.source])
        for name in ["empty", "other"] {
            try place.makeFolder(name)
        }
        try place.write("class B {}", to: "other/B.swift")
        try FileManager.default.createSymbolicLink(
            atPath: place.path("link"),
            withDestinationPath: place.path("app")
        )
        let run = try place.run(["sealedpush-lab", "prepare"] + arguments)
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("sealedpush-lab: error: \(message)\n"))
        #expect(!FileManager.default.fileExists(atPath: place.path("package")))
        #expect(!FileManager.default.fileExists(atPath: place.path("app/package")))
    }

    @Test(arguments: ["full", "file", "dangling"])
    func `nothing is written over what is there, nor through a link`(_ output: String) throws {
        let place = try Self.place(["A.swift": Self.source])
        try place.makeFolder("full")
        try place.write("mine", to: "full/README.md")
        try place.write("mine", to: "file")
        try FileManager.default.createSymbolicLink(
            atPath: place.path("dangling"),
            withDestinationPath: place.path("elsewhere")
        )
        for name in [output, output + "/"] {
            let run = try place.run("sealedpush-lab", "prepare", "@app", "--output", "@" + name)
            #expect(run.status == 1 && run.output.isEmpty)
            #expect(run.errors.contains("error: there is something at the place of the package\n"))
        }
        #expect(!FileManager.default.fileExists(atPath: place.path("elsewhere")))
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path("full"))
        #expect(names == ["README.md"])
    }

    @Test func `an empty folder takes the package, and a class may be named`() throws {
        let place = try Self.place(["B.swift": "import Base\nclass B: BaseService {}\n"])
        try place.makeFolder("package")
        let clone = #"a "b" \c"#
        try place.makeFolder(clone)
        try place.write("let package = Package(name: \"sealedpush\")", to: "\(clone)/Package.swift")
        let run = try place.run(
            "sealedpush-lab",
            "prepare",
            "@app",
            "--output",
            "@package",
            "--class",
            "B",
            "--clone",
            "@" + clone
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.text.contains("B.swift: copied; line 1 imports Base, which is left to you\n"))
        #expect(try place.text("package/Sources/appHost/main.swift").contains("in: B())"))
        let manifest = try place.text("package/Package.swift")
        #expect(manifest.contains(#"/a \"b\" \\c""#))
        #expect(!manifest.contains("shim"))
        #expect(
            run.errors == """
                sealedpush-lab: note: left to you, before 'swift test' in the package runs the extension:
                sealedpush-lab: note:   B.swift: line 1 imports Base, which is left to you
                sealedpush-lab: note:   class B: it does not name UNNotificationServiceExtension as its base

                """
        )
    }

    @Test func `files of several folders become one target, each name once`() throws {
        let place = try Self.place(["A.swift": Self.source, "Info.plist": "<plist/>"])
        for folder in ["Shared", "deep/Shared"] {
            try place.makeFolder(folder)
        }
        try place.write("import Security\n", to: "Shared/Keys.swift")
        try place.write("struct A {}\n", to: "Shared/A.swift")
        try place.write("struct More {}\n", to: "deep/Shared/More.swift")
        let run = try place.succeed(
            [
                "sealedpush-lab", "prepare", "@app", "@Shared", "@deep/Shared", "--output",
                "@package",
            ]
        )
        #expect(
            run.text.hasPrefix(
                """
                A.swift: copied
                Info.plist: copied to Info.plist; the test's device has its values
                Shared-2/More.swift: copied
                Shared/A.swift: left out: another file of the target has its name
                Shared/Keys.swift: copied

                """
            )
        )
        #expect(run.errors.contains("Shared/A.swift: another file of the target has its name\n"))
        #expect(try place.text("package/Sources/app/Shared/Keys.swift") == "import Security\n")
        #expect(try place.text("package/Info.plist") == "<plist/>")
        #expect(try place.text("package/Package.swift").contains(#"shim("Security")"#))
        let test = try place.text("package/Tests/appTests/appTests.swift")
        #expect(test.contains("InfoPlist(contentsOf: file)"))
    }

    @Test func `a package that can't be finished is removed`() throws {
        let place = try Self.place(["A.swift": Self.source])
        try place.makeFolder("empty")
        for output in ["package", "empty"] {
            let run = try place.runInShell(
                "ulimit -f 1; \"$@\"",
                ["sealedpush-lab", "prepare", "@app", "--output", "@\(output)"]
            )
            #expect(run.status == 1 && run.output.isEmpty, "\(run.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: place.path("package")))
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path("empty")) == [])
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
