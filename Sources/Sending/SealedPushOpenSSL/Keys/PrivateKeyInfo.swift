// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A private key in DER of any form, PKCS#8 (RFC 5958), SEC1 (RFC 5915) or PKCS#1 (RFC 8017): places in the bytes alone.
struct PrivateKeyInfo {
    /// What it is for.
    let algorithm: KeyAlgorithm
    /// The curve that stands beside the algorithm, if one does.
    let curve: NamedCurve?
    /// The key in its own form.
    let key: Range<Int>

    /// Reads it; nothing may follow.
    ///
    /// - Throws: ``OpenSSLError/noPrivateKey``; ``OpenSSLError/unsupportedKind`` for kinds that nothing here uses.
    init(reading file: Span<UInt8>) throws(OpenSSLError) {
        var outside = DERReader(file.indices)
        var parts = DERReader(try outside.next(DERReader.sequence, in: file))
        guard outside.isAtEnd else { throw .noPrivateKey }
        let version = try parts.nextSmallNumber(in: file)
        switch parts.nextTag(in: file) {
        case DERReader.sequence:
            guard version <= 1 else { throw .noPrivateKey }
            var kind = DERReader(try parts.next(DERReader.sequence, in: file))
            (algorithm, curve) = try Self.algorithm(&kind, file)
            guard kind.isAtEnd else { throw .noPrivateKey }
            key = try parts.next(DERReader.octetString, in: file)
            // Attributes, which say nothing of the key.
            if parts.nextTag(in: file) == DERReader.zero {
                _ = try parts.next(DERReader.zero, in: file)
            }
            guard parts.isAtEnd else { throw .noPrivateKey }
        case DERReader.octetString:
            (algorithm, curve, key) = (.curve, nil, file.indices)
        case DERReader.integer:
            (algorithm, curve, key) = (.rsa, nil, file.indices)
        default: throw .noPrivateKey
        }
    }

    private static func algorithm(
        _ kind: inout DERReader,
        _ file: Span<UInt8>
    ) throws(OpenSSLError) -> (KeyAlgorithm, NamedCurve?) {
        let identifier = try kind.next(DERReader.objectIdentifier, in: file)
        guard let algorithm = KeyAlgorithm(identifier: file.extracting(identifier)) else {
            throw .unsupportedKind
        }
        switch algorithm {
        case .curve:
            let parameters = try kind.nextElement(in: file)
            return (algorithm, try NamedCurve(reading: file.extracting(parameters)))
        case .rsa where !kind.isAtEnd:
            guard try kind.next(DERReader.null, in: file).isEmpty else { throw .noPrivateKey }
        default: break
        }
        return (algorithm, nil)
    }

    /// Writes PKCS#8 around a key: as old as can be, without attributes, so that all who read keys take it.
    func write(
        to writer: inout DERWriter,
        _ parameters: [UInt8],
        _ key: (inout DERWriter) -> Void
    ) {
        writer.write(DERReader.sequence) { writer in
            writer.write(DERReader.octetString, key)
            writer.write(DERReader.sequence) { writer in
                writer.write(parameters)
                writer.write(DERReader.objectIdentifier) { $0.write(algorithm.identifier) }
            }
            writer.write([DERReader.integer, 1, 0])
        }
    }
}
