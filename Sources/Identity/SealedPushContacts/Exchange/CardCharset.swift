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
        let name = charset.map(name) ?? "utf8"
        guard name != "utf8", name != "usascii" else {
            guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
            return bytes
        }
        let text: String?
        if name == "eucjp" {
            text = shiftJIS(of: bytes).flatMap { String(data: Data($0), encoding: .shiftJIS) }
        } else if let encoding = encodings[name] {
            text = String(data: Data(bytes), encoding: encoding)
        } else {
            // Most have ASCII in common.
            let isASCII = bytes.allSatisfy { $0 < 0x80 && $0 != escape }
            guard isASCII, !sevenBits.contains(where: name.hasPrefix) else {
                throw .unknownCharset
            }
            return bytes
        }
        guard let text else { throw .notUTF8 }
        return Array(text.utf8)
    }

    private static let escape: UInt8 = 0x1B
    /// Beginnings of the names of charsets in which bytes of ASCII stand for other characters.
    private static let sevenBits = [
        "utf7", "utf16", "utf32", "ucs", "iso2022", "hz", "scsu", "bocu",
    ]

    /// Names by which some programs write a charset, beside `x-` before one and `cs` (RFC 1345).
    private static let aliases = [
        "eucjpms": "eucjp", "ujis": "eucjp", "cp51932": "eucjp", "eucpkdfmtjapanese": "eucjp",
        "l1": "latin1", "cp819": "latin1", "latin9": "iso885915", "latin0": "iso885915",
        "l9": "iso885915", "latin3": "iso88593", "latin4": "iso88594", "latin5": "iso88599",
        "latin6": "iso885910", "latin10": "iso885916", "cyrillic": "iso88595",
        "isolatin1": "latin1", "isolatin2": "latin2", "isolatin3": "iso88593",
        "isolatin4": "iso88594", "isolatin5": "iso88599", "isolatin6": "iso885910",
        "isolatincyrillic": "iso88595", "isolatinarabic": "iso88596",
        "isolatingreek": "iso88597", "isolatinhebrew": "iso88598",
        "arabic": "iso88596", "greek": "iso88597", "hebrew": "iso88598", "iso88596i": "iso88596",
        "iso88596e": "iso88596", "iso88598i": "iso88598", "iso88598e": "iso88598",
        "mskanji": "shiftjis", "ms932": "shiftjis", "gb231280": "gb2312", "gb23121980": "gb2312",
        "cp936": "gbk", "windows936": "gbk", "ms936": "gbk", "cp950": "big5",
        "windows950": "big5", "uhc": "cp949", "ms949": "cp949", "ksc56011987": "cp949",
        "ksc5601": "cp949", "korean": "cp949", "cp51949": "euckr", "cp54936": "gb18030",
        "mac": "macintosh", "cp10000": "macintosh", "cp20866": "koi8r", "cp21866": "koi8u",
    ]

    /// The name by which a charset is known here.
    private static func name(of charset: String) -> String {
        var name = charset
        for prefix in ["cs", "x", "x"] where name.hasPrefix(prefix) {
            name = String(name.dropFirst(prefix.count))
        }
        // IBM's code pages have several names.
        for prefix in ["ibm", "dos"] where name.hasPrefix(prefix) {
            name = "cp\(name.dropFirst(3))"
        }
        return aliases[name] ?? name
    }

    /// For each byte of a text, whether it is a character of ASCII by itself: in some charsets other
    /// characters have bytes of that range, too.
    static func single(in bytes: [UInt8], _ charset: String?) -> [Bool] {
        let name = charset.map(name) ?? "utf8"
        switch name {
        case "shiftjis", "sjis", "windows31j", "cp932":
            return single(in: bytes) { 0x81...0x9F ~= $0 || 0xE0...0xFC ~= $0 }
        case "big5", "big5hkscs", "gbk", "gb2312", "gb18030", "cp949", "windows949", "euckr",
            "euccn", "euctw":
            return single(in: bytes) { $0 >= 0x81 }
        case "iso2022jp", "iso2022kr": return shifted(bytes)
        case "hzgb2312": return tildes(bytes)
        case let name where name.hasPrefix("utf16"): return bytes.indices.map { _ in false }
        default: return bytes.map { $0 < 0x80 }
        }
    }

    /// The sequence at the beginning of these bytes that chooses the set of single characters for all
    /// behind it, or of two bytes in Korean; nil if none begins here.
    static func opening(from rest: ArraySlice<UInt8>, _ charset: String?) -> [UInt8]? {
        guard rest.first == escape, let name = charset.map(name), name.hasPrefix("iso2022")
        else { return nil }
        let isKorean = name == "iso2022kr"
        guard rest.dropFirst().first == UInt8(ascii: isKorean ? "$" : "(") else { return nil }
        let sequence = Array(rest.prefix(isKorean ? 4 : 3))
        // ASCII needs none, and some decoders take none.
        return sequence.last == UInt8(ascii: "B") ? [] : sequence
    }

    /// The same where a first byte takes the next one with it.
    private static func single(in bytes: [UInt8], leads: (UInt8) -> Bool) -> [Bool] {
        var isTrail = false
        return bytes.map { byte in
            let isLead = !isTrail && leads(byte)
            defer { isTrail = isLead }
            return !isTrail && byte < 0x80
        }
    }

    /// The same of ISO 2022, where sequences choose sets of characters with one or two bytes.
    private static func shifted(_ bytes: [UInt8]) -> [Bool] {
        var isSingle: [Bool] = []
        var isShifted = false
        var rest = bytes[...]
        while let byte = rest.first {
            var count = 1
            let (second, third) = (rest.dropFirst().first, rest.dropFirst(2).first)
            switch (byte, second) {
            // The second set, which is only named so.
            case (escape, UInt8(ascii: "$")) where third == UInt8(ascii: ")"): count = 4
            case (escape, UInt8(ascii: "$")):
                count = third == UInt8(ascii: "(") ? 4 : 3
                isShifted = true
            // Katakana of half a width have no separators.
            case (escape, UInt8(ascii: "(")):
                count = 3
                isShifted = third == UInt8(ascii: "I")
            case (0x0E, _): isShifted = true
            case (0x0F, _): isShifted = false
            default:
                isSingle.append(!isShifted && byte < 0x80)
                rest = rest.dropFirst()
                continue
            }
            count = min(count, rest.count)
            isSingle += repeatElement(false, count: count)
            rest = rest.dropFirst(count)
        }
        return isSingle
    }

    /// The same of HZ: two bytes each between `~{` and `~}`, and `~~` is a tilde (RFC 1843).
    private static func tildes(_ bytes: [UInt8]) -> [Bool] {
        var isSingle: [Bool] = []
        var isShifted = false
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            let next = rest.first
            let ends: Bool? =
                switch next {
                case UInt8(ascii: "{"): false
                case UInt8(ascii: "}"): true
                case UInt8(ascii: "~"): isShifted ? nil : true
                default: nil
                }
            guard byte == UInt8(ascii: "~"), let ends else {
                isSingle.append(!isShifted && byte < 0x80)
                continue
            }
            isShifted = !ends
            isSingle += [false, false]
            rest = rest.dropFirst()
        }
        return isSingle
    }

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
            "sjis": .shiftJIS, "windows31j": .shiftJIS, "cp932": .shiftJIS,
            "iso2022jp": .iso2022JP, "cp65001": .utf8, "koi8r": coreFoundation(0x0A02),
            "koi8u": coreFoundation(0x0A08), "gb2312": coreFoundation(0x0632),
            "gbk": coreFoundation(0x0632), "gb18030": coreFoundation(0x0632),
            "big5": coreFoundation(0x0A03), "euckr": coreFoundation(0x0940),
            "windows874": coreFoundation(0x041D), "cp874": coreFoundation(0x041D),
            "tis620": coreFoundation(0x041D), "cp437": coreFoundation(0x0400),
            "cp850": coreFoundation(0x0410), "cp852": coreFoundation(0x0412),
            "cp866": coreFoundation(0x041B), "macintosh": coreFoundation(0),
            "macroman": coreFoundation(0), "maccyrillic": coreFoundation(0x0007),
            "cp737": coreFoundation(0x0405), "cp775": coreFoundation(0x0406),
            "cp855": coreFoundation(0x0413), "cp857": coreFoundation(0x0414),
            "cp860": coreFoundation(0x0415), "cp861": coreFoundation(0x0416),
            "cp862": coreFoundation(0x0417), "cp863": coreFoundation(0x0418),
            "cp864": coreFoundation(0x0419), "cp865": coreFoundation(0x041A),
            "cp869": coreFoundation(0x041C),
            "big5hkscs": coreFoundation(0x0A06), "euctw": coreFoundation(0x0931),
            "euccn": coreFoundation(0x0930), "iso2022kr": coreFoundation(0x0840),
            "hzgb2312": coreFoundation(0x0A05), "cp949": coreFoundation(0x0422),
            "windows949": coreFoundation(0x0422),
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
