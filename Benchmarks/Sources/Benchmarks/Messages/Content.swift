// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// An APNs payload of an exact size, as an app would send it.
enum Content {
    static func bytes(count: Int) throws -> [UInt8] {
        let head = #"{"aps":{"alert":{"title":"Velocourier","body":""#
        let tail =
            #""},"badge":1,"sound":"default"},"parcel":{"track":"VC-88-1204-QX","weight_g":1250}}"#
        let sentence = "Your parcel from Wool & Thimble waits at the bakery, shelf 12. "
        let room = count - head.utf8.count - tail.utf8.count
        guard room >= 0 else { throw BenchmarkFailure("no payload is that short") }
        let body = String(repeating: sentence, count: room / sentence.utf8.count + 1)
        return Array((head + body.prefix(room) + tail).utf8)
    }
}
