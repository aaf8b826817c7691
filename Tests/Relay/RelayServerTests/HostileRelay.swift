// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCoding
import Synchronization
import TestSupport
import Testing

/// A relay that calls each device as it likes, and keeps the proofs that it gets.
final class HostileRelay: Sendable {
    let url: String
    private let listener: Int32
    private let bodies = Mutex<[[UInt8]]>([])

    /// Listens, on a thread of its own.
    init(naming device: String) throws {
        let port = try Tool.freePort()
        url = "http://127.0.0.1:\(port)"
        listener = try Tool.listen(at: port)
        let registered = #"{"device":"\#(device)","credential":"hostile"}"#
        let listener = listener
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0, let self else { return }
                let file = FileHandle(fileDescriptor: connection, closeOnDealloc: true)
                guard let (head, body) = Self.request(from: file) else { continue }
                let isRegistration = head.hasPrefix("POST /v1/devices HTTP")
                if !isRegistration { bodies.withLock { $0.append(body) } }
                let text = isRegistration ? registered : ""
                let status = isRegistration ? "201 Created" : "204 No Content"
                let length = isRegistration ? "Content-Length: \(text.utf8.count)\r\n" : ""
                let answer = "HTTP/1.1 \(status)\r\nConnection: close\r\n\(length)\r\n\(text)"
                try? file.write(contentsOf: Data(answer.utf8))
            }
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// The possession proofs that came, in order.
    var proofs: [DeviceIdentity.PossessionProof] {
        bodies.withLock(\.self).compactMap { body in
            guard let text = try? JSONDocument(reading: body).root["proof"]?.string,
                let bytes = try? Base64URL.decode(Array(text.utf8).span)
            else { return nil }
            return try? DeviceIdentity.PossessionProof(reading: bytes.span)
        }
    }

    /// The head of a request, and its body.
    private static func request(from file: FileHandle) -> (head: String, body: [UInt8])? {
        var data = Data()
        while true {
            let part = file.availableData
            guard !part.isEmpty else { return nil }
            data += part
            guard let end = data.range(of: Data("\r\n\r\n".utf8)) else { continue }
            let head = String(decoding: data[..<end.lowerBound], as: UTF8.self)
            let length = head.split(separator: "\r\n").first {
                $0.lowercased().hasPrefix("content-length:")
            }
            let count = length.flatMap { Int($0.dropFirst(15).trimmingPrefix(" ")) } ?? 0
            let body = data[end.upperBound...]
            if body.count >= count { return (head, [UInt8](body)) }
        }
    }
}
