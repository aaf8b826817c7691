// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import PushFindings
import SealedPush
import SealedPushAPNs
import SealedPushSender
import SimulatedDevice

/// `sealedpush-lab check`: what is wrong with a push, before it is sent.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say what is wrong with a push, and what to do.",
        usage: "sealedpush-lab check [<options>] <payload>",
        discussion: """
            Judges a payload, or an .apns file, by the rules of APNs and of the system: why APNs \
            would refuse it, why nothing would be shown, why no extension would run, and what \
            would be left out. Each finding has a rule's name, a sentence, a remedy and a source; \
            the first is the one to mend first. docs/lab-command.md lists the rules.

            What is not given is not judged: headers are missing only with --headers, and what an \
            app has is known only with --apps. Ends with 1 if there is a finding, unless all are \
            risks.

            \(StoreEffect.noStore)

            Example:
              sealedpush-lab check sealed.json
            """
    )

    @OptionGroup
    var headers: PushHeaderOptions

    @Option(
        help: ArgumentHelp(
            "A file with an app of the phone a line, as JSON: what it has and may do.",
            valueName: "file"
        )
    )
    var apps: InputFile?

    @Option(help: "The device token that the push is sent to, in hexadecimal.")
    var token: String?

    @Flag(help: "The push is sent to the sandbox, not to the production service.")
    var sandbox = false

    @Flag(help: "The phone is locked.")
    var locked = false

    @Flag(help: "Print one JSON object with all findings.")
    var json = false

    @Argument(help: "The payload, as it is sent, or an .apns file.")
    var payload: InputFile

    func run() throws {
        let phone = try apps.map { file throws(CommandError) in
            PhoneFacts(apps: try AppFile.apps(in: file), lock: locked ? .locked : nil)
        }
        var push = SentPush(payload: try payload.read("payload"))
        push.headers = try headers.fields(for: 1)[0].sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
        push.hasAllHeaders = !headers.files.isEmpty
        push.token = token
        push.environment = sandbox ? .sandbox : .production
        push.time = .system
        let findings = push.findings(on: phone ?? (locked ? PhoneFacts(lock: .locked) : nil))
        try Console.result(
            findings.isEmpty ? "nothing found" : findings.map(\.text).joined(separator: "\n"),
            json: json ? Self.json(findings) : nil
        )
        let faults = findings.count { $0.effect != .risk }
        guard faults == 0 else { throw CommandError.faulty(faults) }
    }

    private static func json(_ findings: [Finding]) -> [UInt8] {
        JSONWriter.object { object in
            object.array("findings") { array in
                for finding in findings { array.object { finding.write(to: &$0) } }
            }
        }
    }
}

extension CommandError {
    fileprivate static func faulty(_ count: Int) -> CommandError {
        CommandError(.failure, name: "pushFaulty", "the push has \(counted(count, "fault"))")
    }
}
