// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCoding

extension PushExplanation {
    /// The lines of the receiver's program that the push met, in their order.
    package var steps: [Step] {
        if let early { return steps(through: [early.line]) }
        guard !trace.lines.isEmpty else {
            return OpeningLine.path(through: [8]).map {
                step($0, $0 == 8 ? .unknown : .passed)
            }
        }
        return steps(through: trace.lines)
    }

    private func steps(through stops: [Int]) -> [Step] {
        let path = OpeningLine.path(through: stops)
        let decided = path.map { step($0, $0 == path.last && outcome != nil ? .decided : .passed) }
        guard isOpened, !trace.isStopped else { return decided }
        var after: [Int] = []
        if trace.erasesPrekey { after.append(36) }
        if let claim, (try? Payload(opened: claim.content))?.statements.isEmpty == false {
            after.append(37)
        }
        return decided + (after + [38]).map { step($0, .followed) }
    }

    private func step(_ number: Int, _ result: Step.Result) -> Step {
        Step(line: .line(number), result: result, detail: detail(number))
    }

    private func detail(_ number: Int) -> String? {
        if let early, early.line == number { return early.detail }
        switch number {
        case 3: return payload.map { "it has \($0.bytes.count) bytes" }
        case 5:
            return envelope.map {
                "it has \(Base64URL.encodedCount(of: $0.bytes.count)) characters"
            }
        case 7: return envelope.map { "it has \($0.bytes.count)" }
        case 8: return envelope.map { "the id is \($0.prekeyID)" }
        case 20:
            guard let sender = trace.sender else { return nil }
            return try? "it is \(SenderIdentity(reading: sender.span).text)"
        case 23:
            return claim.map { "created \($0.created.text), ends \($0.expiry.text)" }
        case 24: return claim.map { "it has \($0.content.count) bytes" }
        case 29: return outcome == "recovered" ? "quietly, as the private half is gone" : nil
        default: return nil
        }
    }
}
