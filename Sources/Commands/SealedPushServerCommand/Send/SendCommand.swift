// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import Foundation
import Logging
import PushTransport
import SealedPushAPNs

/// Sends one push to APNs, and says what that answered.
struct SendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send pushes to APNs, sealed or not: one, or a line each.",
        usage: """
            sealedpush-server send [<options>] --to <token> <payload>
            sealedpush-server send [<options>] --tokens <file> <lines>
            """,
        discussion: """
            Says what APNs answered and what to do, and ends with 0 where it took the push, with 8 \
            where it will not, and with 75 where it may be sent again later, under the same id.

            The payload is what 'sealedpush seal' prints, with the headers that it writes, or an \
            .apns file as Apple's simulator takes it, or any other JSON object. What an option \
            says counts before what the headers say.

              sealedpush-server send --to "$(cat phone.token)" --headers headers.txt \\
                --key AuthKey_ABC123DEFG.p8 --key-id ABC123DEFG --team-id DEF123GHIJ \\
                sealed.json

            With --tokens the lines are what 'sealedpush seal' prints for several devices, or '-' for \
            standard input, as they come. All go over the same connections, and each gets a line of \
            JSON when its result is known. Ends with 0 where APNs took all, with 8 where something \
            failed, else with 75.

              sealedpush seal --store server --directory recipients --recipient bob \\
                --topic com.example.app payload.json |
              sealedpush-server send --tokens tokens.jsonl \\
                --key AuthKey_ABC123DEFG.p8 --key-id ABC123DEFG --team-id DEF123GHIJ -
            """
    )

    @Option(help: ArgumentHelp("The device token, in hexadecimal.", valueName: "token"))
    var to: String?

    @Option(
        help: ArgumentHelp(
            "Send lines, to the tokens of a file: {\"device\":\"...\",\"token\":\"...\"} a line.",
            valueName: "file"
        )
    )
    var tokens: InputFile?

    @OptionGroup(title: "The push")
    var push: PushOptions

    @OptionGroup(title: "Who sends it")
    var provider: ProviderOptions

    @OptionGroup(title: "Where it goes")
    var service: ServiceOptions

    @Option(help: "How many seconds a push may take.")
    var timeLimit = 30

    @Flag(help: "Print a JSON object, whatever APNs answered.")
    var json = false

    @Argument(help: "The payload, or the lines; - for standard input.")
    var payload: InputFile

    func validate() throws {
        guard (1...86_400).contains(timeLimit) else {
            throw ValidationError("--time-limit is 1 to 86400 seconds")
        }
        guard (to == nil) != (tokens == nil) else {
            throw ValidationError("either --to names a token, or --tokens a file of them")
        }
        guard tokens == nil || push.headers == nil && push.id == nil else {
            throw ValidationError("each line has headers and an id of its own")
        }
        guard tokens?.isStandardInput != true || !payload.isStandardInput else {
            throw ValidationError("the tokens and the lines can't both come from standard input")
        }
    }

    func run() async throws {
        if let to { try await sendOne(to: to) } else { try await sendLines() }
    }

    private func sendLines() async throws {
        let tokens = if let tokens { try TokenFile(tokens) } else { TokenFile() }
        let lines = try InputLines(payload, "lines", upTo: SendRun.lineLimit)
        let client = try client()
        let limit = Duration.seconds(timeLimit)
        let run = SendRun(
            send: { try await client.send($0, within: limit) },
            push: push,
            tokens: tokens
        )
        do {
            try await run.run(lines)
        } catch {
            await client.close()
            throw error
        }
        await client.close()
    }

    private func client() throws(CommandError) -> APNsClient {
        var configuration = try service.configuration()
        configuration.logger = Logger(label: "") { _ in NoteLog() }
        let environment = ProcessInfo.processInfo.environment
        let folder = TokenFolder(provider.tokenFolder?.text, in: environment)
        return try provider.client(configuration, ProviderKeys(keptIn: folder))
    }

    private func sendOne(to device: String) async throws {
        let (id, result) = try await send(to: device)
        let line = json ? ResultLine.result(result, of: id) : nil
        if let error = CommandError(result, of: id) {
            if let line { try Console.result(json: line) }
            throw error
        }
        try Console.result(
            result.description,
            json: line,
            ofDone: "APNs took the push \(id.text)",
            hint: "do not send it again"
        )
    }

    /// Sends the push, and says what it is called and what became of it.
    func send(to device: String) async throws -> (id: APNsID, result: APNsResult) {
        let end = ContinuousClock.now + .seconds(timeLimit)
        InputTime.ofCommand.limit(to: .seconds(timeLimit))
        let request = try push.request(of: PayloadFile(payload), to: device)
        let client = try client()
        let left = max(.zero, ContinuousClock.now.duration(to: end))
        let result = try await client.send(request, within: left)
        await client.close()
        return (request.id, result)
    }
}

extension CommandError {
    /// What APNs answered, where it did not take the push `id`.
    init?(_ result: APNsResult, of id: APNsID) {
        let message = result.description
        switch result {
        case .accepted: return nil
        case .rejected, .deviceGone: self.init(.rejected, name: "rejected", message)
        case .retry:
            self.init(.later, name: "later", message, hint: "the same id: --id \(id.text)")
        }
    }
}
