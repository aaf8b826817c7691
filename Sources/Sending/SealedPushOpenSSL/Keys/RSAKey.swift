// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The parts of an RSA key of two primes (RSAPrivateKey, RFC 8017, appendix A.1.2), as places in its bytes.
struct RSAKey {
    private let numbers: [Range<Int>]

    /// OpenSSL's names of the numbers, in their order.
    private static let names: [StaticString] = [
        "n", "e", "d", "rsa-factor1", "rsa-factor2", "rsa-exponent1", "rsa-exponent2",
        "rsa-coefficient1",
    ]

    /// Reads it; nothing may follow.
    ///
    /// - Throws: ``OpenSSLError/noPrivateKey``; ``OpenSSLError/unsupportedKind`` where it has more primes.
    init(reading der: Span<UInt8>) throws(OpenSSLError) {
        var file = DERReader(der.indices)
        var parts = DERReader(try file.next(DERReader.sequence, in: der))
        guard try parts.nextSmallNumber(in: der) == 0 else { throw .unsupportedKind }
        var numbers: [Range<Int>] = []
        for _ in Self.names { numbers.append(try parts.nextNumber(in: der)) }
        guard parts.isAtEnd, file.isAtEnd else { throw .noPrivateKey }
        self.numbers = numbers
    }

    /// Makes OpenSSL's key of it.
    func handle(in der: Span<UInt8>) throws(OpenSSLError) -> Handle {
        var parameters = KeyParameters(capacity: der.count)
        for (name, number) in zip(Self.names, numbers) {
            parameters.add(number: name, der.extracting(number))
        }
        return try parameters.key(KeyAlgorithm.rsa.name)
    }

    /// Writes it in PKCS#8.
    func der(as info: PrivateKeyInfo, in der: Span<UInt8>) -> WipedBytes {
        // Each number may take a zero more, and longer heads.
        var writer = DERWriter(capacity: der.count + 128)
        info.write(to: &writer, [DERReader.null, 0]) { writer in
            writer.write(DERReader.sequence) { writer in
                for number in numbers.reversed() { writer.write(number: der.extracting(number)) }
                writer.write([DERReader.integer, 1, 0])
            }
        }
        return writer.finish()
    }
}
