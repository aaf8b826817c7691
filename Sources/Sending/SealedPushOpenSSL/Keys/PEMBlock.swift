// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// One block of a PEM (RFC 7468), wiped when its owner goes: it may be a key.
struct PEMBlock: ~Copyable {
    /// What it says to be, such as `PRIVATE KEY`.
    let label: String
    /// The lines of its header (RFC 1421, section 4.6); only encrypted keys of the older form have
    /// one.
    let header: [CChar]
    /// What its base64 stands for.
    let content: WipedBytes

    /// Whether its header says that it is encrypted.
    var isEncrypted: Bool { header.count > 1 }
}

/// Reads the blocks of a PEM, one after the other.
struct PEMReader: ~Copyable {
    private let stream: Handle

    /// Reads from `file`, which has to stay where it is for as long.
    @unsafe
    init(_ file: UnsafePointer<UInt8>, count: Int) throws(OpenSSLError) {
        // What editors write before a text in UTF-8 is none of OpenSSL's.
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let hasMark = unsafe UnsafeBufferPointer(start: file, count: count).starts(with: mark)
        let start = hasMark ? mark.count : 0
        stream = try unsafe Handle(stream: BIO_new_mem_buf(file + start, Int32(count - start)))
    }

    /// The next block; nil if none begins any more.
    ///
    /// - Throws: ``Damaged`` for a block that is damaged; the next call goes on behind it.
    func next() throws(Damaged) -> PEMBlock? {
        var (label, header): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?)
        var content: UnsafeMutablePointer<UInt8>?
        var count = 0
        let isRead = unsafe stream.with { stream in
            unsafe PEM_read_bio(stream, &label, &header, &content, &count) == 1
        }
        guard isRead, let label = unsafe label, let header = unsafe header,
            let content = unsafe content
        else {
            let reason = ERR_peek_last_error() & 0x7F_FFFF
            ERR_clear_error()
            guard reason != PEM_R_NO_START_LINE else { return nil }
            throw Damaged()
        }
        defer {
            unsafe CRYPTO_free(label, "", 0)
            unsafe CRYPTO_free(header, "", 0)
        }
        return PEMBlock(
            label: unsafe String(cString: label),
            header: unsafe Array(UnsafeBufferPointer(start: header, count: strlen(header) + 1)),
            content: unsafe WipedBytes(taking: content, count: count)
        )
    }

    /// A block has no end, or is no base64.
    struct Damaged: Error {}
}
