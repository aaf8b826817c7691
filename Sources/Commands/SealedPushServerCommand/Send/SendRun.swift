// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushAPNs
import SealedPushSender

/// Sends line after line over one client, and prints what became of each as soon as that is known.
///
/// At most ``width`` pushes are under way; no further line is read meanwhile.
struct SendRun {
    /// Sends one push.
    let send: @Sendable (APNsRequest) async throws -> APNsResult
    /// What the options say of every push.
    let push: PushOptions
    let tokens: TokenFile

    /// How many pushes are under way at once.
    static let width = 500

    /// More bytes than a line with the largest payload has.
    static let lineLimit = 1 << 16

    /// What became of all lines.
    struct Outcome {
        var accepted = 0
        var later = 0
        var failed = 0

        /// How the command ends, if not well.
        var error: CommandError? {
            let counts = "\(accepted) accepted, \(later) to be sent again later, \(failed) failed"
            if failed > 0 {
                return CommandError(.rejected, name: "rejected", counts)
            }
            guard later > 0 else { return nil }
            return CommandError(
                .later,
                name: "later",
                counts,
                hint: "send these lines again with a member \"id\", the id of the result"
            )
        }
    }

    /// A line that was dealt with.
    private struct Result: Sendable {
        let line: Int
        let device: String?
        let id: APNsID?
        let end: End

        enum End: Sendable {
            case answered(APNsResult)
            case failed(String)
        }
    }

    private enum Event: Sendable {
        /// The next line, or the end of all.
        case line((number: Int, bytes: [UInt8])?)
        case result(Result)
    }

    /// Sends all lines.
    ///
    /// - Returns: How many ended how.
    /// - Throws: Why no further line could be read, or no result be written; what was under way is waited for.
    func run(_ lines: InputLines) async throws -> Outcome {
        var outcome = Outcome()
        try await withThrowingTaskGroup(of: Event.self) { group in
            var (underWay, isReading, isAtEnd) = (0, false, false)
            do {
                while true {
                    if !isReading, !isAtEnd, underWay < Self.width {
                        isReading = true
                        group.addTask { .line(try await lines.next()) }
                    }
                    guard let event = try await group.next() else { break }
                    switch event {
                    case .result(let result):
                        underWay -= 1
                        try tell(result, &outcome)
                    case .line(nil): (isReading, isAtEnd) = (false, true)
                    case .line(let line?):
                        isReading = false
                        switch parse(line) {
                        case .failure(let result): try tell(result, &outcome)
                        case .success(let (device, request)):
                            underWay += 1
                            group.addTask { [send] in
                                let answer = try await send(request)
                                return .result(
                                    Result(
                                        line: line.number,
                                        device: device,
                                        id: request.id,
                                        end: .answered(answer)
                                    )
                                )
                            }
                        }
                    }
                }
            } catch {
                // What is under way may be taken, and is told as far as that goes; no line is waited for.
                while underWay > 0, let event = try? await group.next() {
                    guard case .result(let result) = event else { continue }
                    underWay -= 1
                    try? tell(result, &outcome)
                }
                group.cancelAll()
                throw error
            }
        }
        return outcome
    }

    private enum Parsed {
        case success((device: String?, APNsRequest))
        case failure(Result)
    }

    private func parse(_ line: (number: Int, bytes: [UInt8])) -> Parsed {
        var device: String?
        func failed(_ error: String) -> Parsed {
            .failure(Result(line: line.number, device: device, id: nil, end: .failed(error)))
        }
        do throws(LineError) {
            let outgoing = try OutgoingLine(line.bytes)
            device = outgoing.device
            switch outgoing.content {
            case .failed(let error): return failed(error)
            case .push(let token, let id, let headers, let payload):
                guard let token = token ?? device.flatMap({ tokens[$0] }) else {
                    return failed("noToken")
                }
                do throws(CommandError) {
                    var push = push
                    push.id = id
                    return .success((device, try push.request(of: payload, headers, to: token)))
                } catch {
                    Console.note("line \(line.number): \(error.message)")
                    return failed("malformedLine")
                }
            }
        } catch {
            Console.note("line \(line.number): \(error.message)")
            return failed("malformedLine")
        }
    }

    private func tell(_ result: Result, _ outcome: inout Outcome) throws(CommandError) {
        let line = JSONWriter.object { line in
            line.add("line", result.line)
            if let device = result.device { line.add("device", device) }
            switch result.end {
            case .answered(let answer):
                if let id = result.id { line.add("id", id.text) }
                ResultLine.add(answer, to: &line)
            case .failed(let error):
                line.add("result", "failed")
                line.add("error", error)
            }
        }
        let text = String(decoding: line, as: UTF8.self)
        switch result.end {
        case .answered(.accepted):
            outcome.accepted += 1
            try Console.result(
                text,
                ofDone: "APNs took the push of line \(result.line)",
                hint: "do not send it again; nothing is known of the lines behind the last result"
            )
            return
        case .answered(.retry): outcome.later += 1
        case .answered, .failed: outcome.failed += 1
        }
        try Console.result(text)
    }
}
