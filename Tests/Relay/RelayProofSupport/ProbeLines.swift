// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// What a test asks of a relay process: a line of JSON.
package struct ProbeRequest: Codable, Sendable {
    /// Tells its answer from others.
    package let number: Int
    package let call: Call

    package enum Call: Codable, Sendable {
        /// Post an envelope.
        case post(id: Int64, endpoint: Int64, envelope: [UInt8], seconds: Int64, topic: String?)
        /// Withdraw a message.
        case withdraw(id: Int64)
    }

    package init(number: Int, call: Call) {
        self.number = number
        self.call = call
    }
}

/// What came of it.
package struct ProbeAnswer: Codable, Sendable {
    package let number: Int
    package let end: End

    package enum End: Codable, Hashable, Sendable {
        case done
        /// It was taken before, as this message.
        case repeated(Int64)
        /// A limit or the device's state does not allow it.
        case refused
        /// The database did not answer, or not in time; the result is unknown.
        case failed
    }

    package init(number: Int, end: End) {
        self.number = number
        self.end = end
    }
}

/// The lines of a file, read on a thread of their own.
package enum Lines {
    package static func of(_ file: FileHandle) -> AsyncStream<Data> {
        let (stream, continuation) = AsyncStream<Data>.makeStream()
        Thread.detachNewThread {
            var rest = Data()
            while true {
                let more = file.availableData
                guard !more.isEmpty else { break }
                rest += more
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(Data(rest[rest.startIndex..<end]))
                    rest = Data(rest[(end + 1)...])
                }
            }
            continuation.finish()
        }
        return stream
    }
}
