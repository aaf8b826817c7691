// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys
import SealedPushReceiver
import SealedPushStore

/// `sealedpush open`.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open a sealed push as the device does, and print what the user sees.",
        usage: """
            sealedpush open --store <dir> [<options>] [<payload>]
            sealedpush open --store <dir> --deferred [<options>]
            """,
        discussion: """
            Prints one JSON object: status (opened, recovered, deferred, placeholder), notification \
            (what the user sees; the placeholder where nothing was opened), sender (identity, name, \
            trust), messageID, and for a failure its class as error.

            A message is new once. A run that was stopped after it claimed the message is made up \
            for by the next: status recovered, quiet. After that it counts as replayed.

            While the device is locked, so that the store's key is not to be had, the message is deferred: \
            kept encrypted, with a notice to be shown. --deferred opens all that is deferred, in order of \
            arrival, one object each, and then what stopped runs have left. What is refused is told, and \
            deleted unless it may open later, since a folder is gone or the clock may be wrong.

            \(StoreEffect.changes)

            Example:
              sealedpush open --store phone sealed.json
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Flag(help: "Refuse senders that are no contact, instead of showing them as unverified.")
    var contactsOnly = false

    @Option(
        help: ArgumentHelp(
            "Whether the device is locked: unlocked (without the option), locked or"
                + " before-first-unlock. What that means for the store was chosen at 'device init'.",
            valueName: "state"
        ),
        transform: Arguments.lockState
    )
    var lockState: LockState = .unlocked

    @Option(
        help: ArgumentHelp(
            "What the system delivered it as: alert, or voip for a call. (default: alert)",
            valueName: "kind"
        ),
        transform: Arguments.pushKind
    )
    var push: Payload.PushKind?

    @Flag(
        help: "Open what was deferred while the device was locked; takes no payload."
    )
    var deferred = false

    @Option(
        help: ArgumentHelp(
            "Open as if it were then: \(TimeText.momentForms).",
            valueName: "time"
        ),
        transform: Arguments.moment
    )
    var at: Timestamp?

    @OptionGroup
    var testKeys: TestKeyOptions

    @Argument(help: "The payload as the push service delivered it, or - for standard input.")
    var payload: InputFile?

    private var source: InputFile { payload ?? .standardInput }

    func validate() throws {
        guard !deferred else {
            guard payload == nil else { throw ValidationError("--deferred takes no payload") }
            guard push == nil else {
                throw ValidationError("each deferred push was kept as what it was: no --push")
            }
            return
        }
        try store.refuseSharedInput(with: source, "payload")
    }

    func run() throws {
        if deferred { try openDeferred() } else { try openPayload() }
    }

    private func openPayload() throws {
        let bytes = try readPayload()
        let now = at ?? .now
        let push = IncomingPush(bytes, kind: push ?? .alert)
        let receiver: NotificationReceiver
        do {
            receiver = try makeReceiver()
        } catch StoreError.locked {
            let received = NotificationDeferral(storeAt: store.path).keep(push, now: now)
            let result = OpenResult(received, payload: bytes)
            try Console.result(json: result.json)
            if let error = result.error { throw error }
            return
        } catch {
            guard let error = CommandError(error) else { throw error }
            try Console.result(json: OpenResult(failed: error, payload: bytes).json)
            throw error
        }
        let received = receiver.receive(push, now: now)
        let result = OpenResult(received, payload: bytes)
        // Only what was handed over for certain gives up its claim: else the next run recovers it.
        let isMessage = [.opened, .recovered].contains(received.outcome)
        try Self.show(result, again: isMessage ? "the same command" : nil)
        explain(received)
        try receiver.complete(received, now: now)
        if let error = result.error { throw error }
    }

    /// Writes what the user sees, for certain; an error says what shows an unfinished message
    /// `again`.
    static func show(_ result: OpenResult, again: String?) throws(CommandError) {
        do throws(CommandError) {
            try Console.result(json: result.json)
            try StandardStream.output.sync()
        } catch {
            throw CommandError(
                error.status,
                name: error.name,
                error.message,
                hint: again.map { "the message is not finished: \($0) shows it again" }
            )
        }
    }

    /// Says what the object alone would leave to be guessed.
    private func explain(_ received: ReceivedNotification) {
        for error in received.refusedAttachments { Console.note(missing: error) }
        if received.outcome == .recovered {
            Console.note(
                "another run had opened the message and did not finish: it was stopped, or is at it still"
            )
        }
        if let message = received.message, message.contactStatus != nil,
            [.selfDeclared, .label].contains(message.sender.source)
        {
            Console.note(
                "the contact's names have codes, and the message has none of these: 'seal --from' and"
                    + " 'contact add --code' have to name the same code"
            )
        }
    }

    /// What arrived; where it is no payload by its size alone, that is shown as well.
    private func readPayload() throws -> [UInt8] {
        do throws(CommandError) {
            return try source.read("payload")
        } catch {
            if error.status == .notAuthentic {
                try Console.result(json: OpenResult(failed: error, payload: []).json)
            }
            throw error
        }
    }

    func makeReceiver() throws -> NotificationReceiver {
        let store = try store.open(lock: lockState)
        try testKeys.check(DeviceKeys(in: store).identity.bytes)
        return try NotificationReceiver(
            store: store,
            unknownSenders: contactsOnly ? .refuse : .showUnverified,
            acceptsTestIdentities: testKeys.insecureTestKeys
        )
    }
}
