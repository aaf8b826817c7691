// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import Logging
import SealedPushAPNs
import SealedPushSender

/// Sends one push to APNs, and says what that answered.
struct SendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send one push to APNs, sealed or not.",
        discussion: """
            Says what APNs answered and what to do, and ends with 0 where it took the push, with 8 \
            where it will not, and with 75 where it may be sent again later, under the same id.

            The payload is what 'sealedpush seal' prints, with the headers that it writes, or an \
            .apns file as Apple's simulator takes it, or any other JSON object. What an option \
            says counts before what the headers say.

              sealedpush-server send --to 00fc13ad... --headers headers.txt \\
                --key AuthKey_ABC123DEFG.p8 --key-id ABC123DEFG --team-id DEF123GHIJ \\
                sealed.json
            """
    )

    @Option(help: "The device token, in hexadecimal.")
    var to: String

    @OptionGroup(title: "The push")
    var push: PushOptions

    @OptionGroup(title: "Who sends it")
    var provider: ProviderOptions

    @OptionGroup(title: "Where it goes")
    var service: ServiceOptions

    @Option(help: "How many seconds it may take.")
    var timeLimit = 30

    @Flag(help: "Print a JSON object, whatever APNs answered.")
    var json = false

    @Argument(help: "The payload.")
    var payload: InputFile

    func validate() throws {
        guard (1...86_400).contains(timeLimit) else {
            throw ValidationError("--time-limit is 1 to 86400 seconds")
        }
    }

    func run() async throws {
        let (id, result) = try await send()
        let line = json ? String(decoding: ResultLine.result(result, of: id), as: UTF8.self) : nil
        if let error = CommandError(result, of: id) {
            if let line { try Console.result(line) }
            throw error
        }
        try Console.result(
            line ?? result.description,
            ofDone: "APNs took the push \(id.text)",
            hint: "do not send it again"
        )
    }

    /// Sends the push, and says what it is called and what became of it.
    func send() async throws -> (id: APNsID, result: APNsResult) {
        let end = ContinuousClock.now + .seconds(timeLimit)
        InputTime.ofCommand.limit(to: .seconds(timeLimit))
        let request = try push.request(of: PayloadFile(payload), to: to)
        var configuration = try service.configuration()
        configuration.logger = Logger(label: "") { _ in NoteLog() }
        let client = try provider.client(configuration)
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
