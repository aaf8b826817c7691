// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush

/// The demo: two stores, every example sealed and opened, and what must not open.
struct Demo: ~Copyable {
    let stage: DemoStage
    let examples: [DemoExamples.Example]
    var printer = DemoPrinter()

    static let topic = "com.example.app"
    /// Who writes under a code, and who signs: names of contacts, which only the device knows.
    static let name = "Wilhelmina Tambourine"
    static let senderName = "Quartzside Ferries"
    static let code = "lantern-4711"
    /// Whose phone it is, to the server.
    static let recipient = "bob"

    init(examples: DemoExamples) throws(CommandError) {
        stage = try DemoStage()
        self.examples = examples.examples
    }

    /// Runs every step.
    ///
    /// - Throws: The first step that can't go on, or at the end, that something came out wrong.
    mutating func run() throws(CommandError) {
        try printer.text(
            "SealedPush demo. Two stores in a temporary folder: a phone's and a server's."
        )
        try printer.text("Each command is a process of its own.")
        try makeStores()
        for (index, example) in examples.enumerated() {
            try printer.heading("\(index + 2). \(example.name)")
            try exchange(example, showingCommands: index == 0)
        }
        try impersonate(heading: "\(examples.count + 2). A contact who takes another one's name")
        try refuse(heading: "\(examples.count + 3). What must not open")
        try conclude()
    }

    /// Runs a command that must succeed for the demo to go on.
    func prepare(
        _ arguments: [String],
        showing isShown: Bool = true,
        into file: String? = nil
    ) throws(CommandError) -> DemoStage.Run {
        let run = try stage.run(arguments)
        if isShown {
            try printer.command(stage.display(arguments) + (file.map { " > \($0)" } ?? ""))
        }
        guard run.status == 0 else {
            throw CommandError(
                .failure,
                name: "demoFailed",
                "a step of the demo ended with \(run.status) instead of 0: \(run.errors)"
            )
        }
        if let file { try stage.write(run.output, to: file) }
        return run
    }

    private func makeStores() throws(CommandError) {
        let phone = stage.path("phone")
        let server = stage.path("server")
        try printer.heading("1. A phone, a server, a contact")
        _ = try prepare(["device", "init", "--store", phone, "--topic", Self.topic])
        let count = String(examples.count + 5)
        let bundle = ["device", "bundle", "--store", phone, "--one-time", count]
        _ = try prepare(bundle, into: "phone.bundle")
        _ = try prepare(["sender", "init", "--store", server])
        let identity = try prepare(["sender", "identity", "--store", server], showing: false).line
        let add = ["contact", "add", "--store", phone, "--identity", identity, "--name"]
        _ = try prepare(add + [Self.name, "--code", Self.code])
        _ = try prepare(add + [Self.senderName])
    }

    private func conclude() throws(CommandError) {
        try printer.heading("The end")
        guard printer.wrong == 0 else {
            throw CommandError(
                .failure,
                name: "demoFailed",
                "\(printer.wrong) of \(printer.right + printer.wrong) checks came out wrong"
            )
        }
        try printer.text("All \(printer.right) checks came out right.")
    }
}
