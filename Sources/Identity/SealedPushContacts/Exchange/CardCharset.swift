// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The charsets in which cards are written, and what their bytes are in UTF-8.
enum CardCharset {
    /// The text of bytes, in UTF-8; `charset` is the name's letters and digits in lower case, nil for
    /// a text that names none.
    static func text(
        _ bytes: [UInt8],
        in charset: String?
    ) throws(ContactEntryError) -> [UInt8] {
        guard let charset, charset != "utf8", charset != "usascii" else {
            guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
            return bytes
        }
        // IBM's code pages have either name.
        let name = charset.hasPrefix("ibm") ? "cp\(charset.dropFirst(3))" : charset
        let text: String?
        if eucJP.contains(charset) {
            text = shiftJIS(of: bytes).flatMap { String(data: Data($0), encoding: .shiftJIS) }
        } else if let encoding = encodings[name] {
            text = String(data: Data(bytes), encoding: encoding)
        } else {
            // They have ASCII in common.
            guard bytes.allSatisfy({ $0 < 0x80 }) else { throw .unknownCharset }
            return bytes
        }
        guard let text else { throw .notUTF8 }
        return Array(text.utf8)
    }

    private static let eucJP: Set = ["eucjp", "xeucjp", "ujis", "eucjpms", "cp51932"]

    /// EUC-JP as Shift_JIS, which Foundation knows on each system; nil for what has no place there:
    /// JIS X 0212, and bytes that are none.
    private static func shiftJIS(of bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let first = rest.popFirst() {
            guard first >= 0x80 else {
                result.append(first)
                continue
            }
            guard let second = rest.popFirst(), 0xA1...0xFE ~= second else { return nil }
            // Katakana of half a width.
            if first == 0x8E, second <= 0xDF {
                result.append(second)
                continue
            }
            guard 0xA1...0xFE ~= first else { return nil }
            // Two rows of 94 cells share a first byte; a second one is never 0x7F.
            let (row, cell) = (first - 0xA1, second - 0xA1)
            result.append(row / 2 + (row < 62 ? 0x81 : 0xC1))
            result.append(row % 2 == 0 ? cell + (cell < 63 ? 0x40 : 0x41) : cell + 0x9F)
        }
        return result
    }

    /// Charsets of phones and programs that write 2.1, by the letters and digits of their names.
    private static let encodings: [String: String.Encoding] = {
        var all: [String: String.Encoding] = [
            "ascii": .ascii, "latin1": .isoLatin1, "latin2": .isoLatin2, "shiftjis": .shiftJIS,
            "sjis": .shiftJIS, "xsjis": .shiftJIS, "windows31j": .shiftJIS, "cp932": .shiftJIS,
            "iso2022jp": .iso2022JP, "koi8r": coreFoundation(0x0A02),
            "koi8u": coreFoundation(0x0A08), "gb2312": coreFoundation(0x0632),
            "gbk": coreFoundation(0x0632), "gb18030": coreFoundation(0x0632),
            "big5": coreFoundation(0x0A03), "euckr": coreFoundation(0x0940),
            "windows874": coreFoundation(0x041D), "cp874": coreFoundation(0x041D),
            "tis620": coreFoundation(0x041D), "cp437": coreFoundation(0x0400),
            "cp850": coreFoundation(0x0410), "cp852": coreFoundation(0x0412),
            "cp866": coreFoundation(0x041B), "macintosh": coreFoundation(0),
            "macroman": coreFoundation(0), "xmacroman": coreFoundation(0),
            "xmaccyrillic": coreFoundation(0x0007),
            "big5hkscs": coreFoundation(0x0A06), "euctw": coreFoundation(0x0931),
            "euccn": coreFoundation(0x0930), "iso2022kr": coreFoundation(0x0840),
            "hzgb2312": coreFoundation(0x0A05), "cp949": coreFoundation(0x0422),
            "windows949": coreFoundation(0x0422), "ksc56011987": coreFoundation(0x0422),
            "utf16": .utf16, "utf16le": .utf16LittleEndian, "utf16be": .utf16BigEndian,
        ]
        // There is no ISO-8859-12.
        for part in 1...16 as ClosedRange<UInt> where part != 12 {
            all["iso8859\(part)"] = coreFoundation(0x0200 + part)
        }
        for page in 0...8 as ClosedRange<UInt> {
            all["windows125\(page)"] = coreFoundation(codePages[Int(page)])
            all["cp125\(page)"] = coreFoundation(codePages[Int(page)])
        }
        return all
    }()

    /// Of windows-1250 and those behind it.
    private static let codePages: [UInt] = [
        0x0501, 0x0502, 0x0500, 0x0503, 0x0504, 0x0505, 0x0506, 0x0507, 0x0508,
    ]

    /// An encoding by its number in `CFStringEncodingExt.h`.
    private static func coreFoundation(_ number: UInt) -> String.Encoding {
        String.Encoding(rawValue: 0x8000_0000 | number)
    }
}
