// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// An elliptic curve that has a name.
struct NamedCurve: Equatable {
    /// OpenSSL's number of it.
    let number: Int32
    /// How many bytes a private number has.
    let scalarCount: Int

    /// Reads ECParameters (RFC 5480, section 2.1.1): the name, or the numbers of a curve that has one, as some tools write.
    ///
    /// - Throws: ``OpenSSLError/unsupportedKind`` for a curve without a name.
    init(reading parameters: Span<UInt8>) throws(OpenSSLError) {
        let group = unsafe parameters.withCBytes { bytes, count in
            var next: UnsafePointer<UInt8>? = unsafe bytes
            return unsafe d2i_ECPKParameters(nil, &next, count)
        }
        defer {
            unsafe EC_GROUP_free(group)
            ERR_clear_error()
        }
        // OpenSSL compares all numbers with those of the curves that it knows.
        guard let group = unsafe group, unsafe EC_GROUP_get_curve_name(group) != NID_undef else {
            throw .unsupportedKind
        }
        number = unsafe EC_GROUP_get_curve_name(group)
        scalarCount = Int(unsafe EC_GROUP_order_bits(group) + 7) / 8
    }

    /// OpenSSL's name of it.
    var name: String {
        unsafe OSSL_EC_curve_nid2name(number).map { unsafe String(cString: $0) } ?? ""
    }

    /// The content of its object identifier.
    var identifier: [UInt8] {
        let object = unsafe OBJ_nid2obj(number)
        let bytes = unsafe UnsafeBufferPointer(
            start: OBJ_get0_data(object),
            count: OBJ_length(object)
        )
        return unsafe Array(bytes)
    }

    /// The group of its points.
    func group() throws(OpenSSLError) -> Handle {
        try unsafe Handle(
            EC_GROUP_new_by_curve_name_ex(Library.context, nil, number),
            freedBy: { unsafe EC_GROUP_free($0) }
        )
    }
}
