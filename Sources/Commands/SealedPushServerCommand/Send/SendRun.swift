// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import PushTransport
import SealedPush
import SealedPushAPNs

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

    /// Sends all lines, until they end, a result can't be written, or SIGTERM or SIGINT comes; what
    /// is under way then is waited for.
    ///
    /// - Throws: Where not all was well, how the command ends.
    func run(_ lines: InputLines) async throws {
        let results = SendResults { lines.stop() }
        let signals = EndSignals { lines.stop() }
        defer { signals.release() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            var underWay = 0
            do {
                while let line = try await lines.next() {
                    switch parse(line) {
                    case .failure(let result): results.tell(result)
                    case .success(let (device, request)):
                        if underWay == Self.width { try await group.next() } else { underWay += 1 }
                        group.addTask { [send] in
                            let answer = try await send(request)
                            results.tell(
                                SendResult(
                                    line: line.number,
                                    device: device,
                                    end: .answered(request.id, answer)
                                )
                            )
                        }
                    }
                }
            } catch {
                // What is under way may be taken, and is told.
                try await group.waitForAll()
                try results.checkShown()
                throw error
            }
            try await group.waitForAll()
        }
        try results.check(areAll: !lines.isCut)
    }

    private func parse(
        _ line: (number: Int, bytes: [UInt8]?)
    ) -> Result<(device: String?, APNsRequest), SendResult> {
        var device: String?
        func failed(_ error: String, because message: String? = nil) -> SendResult {
            if let message { Console.note("line \(line.number): \(message)") }
            return SendResult(line: line.number, device: device, end: .failed(error))
        }
        guard let bytes = line.bytes else {
            return .failure(
                failed("malformedLine", because: "it has more than \(Self.lineLimit) bytes")
            )
        }
        do throws(LineError) {
            let outgoing = try OutgoingLine(bytes)
            device = outgoing.device
            switch outgoing.content {
            case .failed(let error): return .failure(failed(error))
            case .push(let token, let id, let headers, let payload):
                guard let token = token ?? device.flatMap({ tokens[$0] }) else {
                    return .failure(failed("noToken"))
                }
                var push = push
                push.id = id
                do throws(CommandError) {
                    let request = try push.request(of: payload, headers, to: token) {
                        Console.note("line \(line.number): \($0)")
                    }
                    return .success((device, request))
                } catch {
                    return .failure(failed("malformedLine", because: error.message))
                }
            }
        } catch {
            return .failure(failed("malformedLine", because: error.message))
        }
    }
}
