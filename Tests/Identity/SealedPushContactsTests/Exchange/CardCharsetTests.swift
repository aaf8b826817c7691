// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import TestSupport
import Testing

/// The encodings and charsets of names in cards.
struct CardCharsetTests {
    private static let identity = SenderIdentity.random()
    private static let key = "KEY:\(identity.text)"
    private static let versions = ["2.1", "3.0", "4.0"]

    private static func read(_ bytes: [UInt8]) -> [Result<ContactEntry, ContactEntryError>] {
        var reader = ContactEntryReader(.vcard)
        let entries = reader.read(bytes.span)
        return (entries + reader.finish()).map(\.entry)
    }

    private static func card(_ version: String, _ lines: [String]) -> [UInt8] {
        let all = ["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]
        return Array(all.joined(separator: "\r\n").utf8)
    }

    /// The name that a card comes to.
    private static func name(
        _ version: String,
        _ line: String
    ) -> Result<String?, ContactEntryError> {
        let entries = read(card(version, [line, key]))
        guard entries.count == 1 else { return .failure(.repeated) }
        return entries[0].map(\.name)
    }

    @Test(arguments: [
        ("FN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:J=C3=BCrgen", "J\u{FC}rgen"),
        ("FN;CHARSET=UTF-8;QUOTED-PRINTABLE:J=c3=bcrgen", "J\u{FC}rgen"),
        ("FN;quoted-printable:J=C3=BCr=\r\ngen=20M=\r\n", "J\u{FC}rgen M"),
        ("FN;ENCODING=quoted-printable:=E6=B6=88=\r\n=E6=81=AF", "\u{6D88}\u{606F}"),
        ("FN;QUOTED-PRINTABLE:J=C3=BCr= \t\r\ngen=\t\r\n M", "J\u{FC}rgen M"),
        ("FN;ENCODING=QUOTED-PRINTABLE:a=3Db=ZZ=4", "a=b=ZZ=4"),
        ("FN;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:J=FCrgen", "J\u{FC}rgen"),
        ("FN;ENCODING=QUOTED-PRINTABLE;CHARSET=\"windows-1252\":=80=FC", "\u{20AC}\u{FC}"),
        ("FN;CHARSET=iso-8859-15;ENCODING=QUOTED-PRINTABLE:=A4", "\u{20AC}"),
        ("FN;CHARSET=Shift_JIS;ENCODING=QUOTED-PRINTABLE:=93=FA=96=7B", "\u{65E5}\u{672C}"),
        (
            "FN;CHARSET=Windows-1251;ENCODING=QUOTED-PRINTABLE:=C0=ED=ED=E0",
            "\u{410}\u{43D}\u{43D}\u{430}"
        ),
        (
            "FN;CHARSET=KOI8-R;ENCODING=QUOTED-PRINTABLE:=E1=CE=CE=C1",
            "\u{410}\u{43D}\u{43D}\u{430}"
        ),
        ("FN;CHARSET=GB2312;ENCODING=QUOTED-PRINTABLE:=C4=E3", "\u{4F60}"),
        ("FN;CHARSET=big5;ENCODING=QUOTED-PRINTABLE:=A7=41", "\u{4F60}"),
        ("FN;CHARSET=EUC-KR;ENCODING=QUOTED-PRINTABLE:=B3=AA", "\u{B098}"),
        ("FN;CHARSET=SHIFT-JIS;QUOTED-PRINTABLE:=93=FA", "\u{65E5}"),
        ("FN;CHARSET=x-sjis;QUOTED-PRINTABLE:=93=FA", "\u{65E5}"),
        ("FN;CHARSET=latin1;QUOTED-PRINTABLE:=FC", "\u{FC}"),
        ("FN;CHARSET=iso8859-1;QUOTED-PRINTABLE:=FC", "\u{FC}"),
        ("FN;CHARSET=ISO_8859-2;QUOTED-PRINTABLE:=E6", "\u{107}"),
        ("FN;CHARSET=iso-8859-4;QUOTED-PRINTABLE:=E0", "\u{101}"),
        ("FN;CHARSET=ISO-8859-5;QUOTED-PRINTABLE:=C0", "\u{420}"),
        ("FN;CHARSET=ISO-8859-7;QUOTED-PRINTABLE:=C1", "\u{391}"),
        ("FN;CHARSET=ISO-8859-8;QUOTED-PRINTABLE:=E0", "\u{5D0}"),
        ("FN;CHARSET=ISO-8859-9;QUOTED-PRINTABLE:=FD", "\u{131}"),
        ("FN;CHARSET=windows-1250;QUOTED-PRINTABLE:=E6", "\u{107}"),
        ("FN;CHARSET=cp1252;QUOTED-PRINTABLE:=80", "\u{20AC}"),
        ("FN;CHARSET=windows-1253;QUOTED-PRINTABLE:=C1", "\u{391}"),
        ("FN;CHARSET=windows-1254;QUOTED-PRINTABLE:=FD", "\u{131}"),
        ("FN;CHARSET=windows-1255;QUOTED-PRINTABLE:=E0", "\u{5D0}"),
        ("FN;CHARSET=windows-1256;QUOTED-PRINTABLE:=C7", "\u{627}"),
        ("FN;CHARSET=windows-1257;QUOTED-PRINTABLE:=E0", "\u{105}"),
        ("FN;CHARSET=windows-1258;QUOTED-PRINTABLE:=F0", "\u{111}"),
        ("FN;CHARSET=windows-874;QUOTED-PRINTABLE:=A1", "\u{E01}"),
        ("FN;CHARSET=KOI8-U;QUOTED-PRINTABLE:=A4", "\u{454}"),
        ("FN;CHARSET=EUC-JP:Ann", "Ann"), ("FN;CHARSET=klingon:Ann", "Ann"),
        ("FN;CHARSET=EUC-JP;QUOTED-PRINTABLE:=C6=FC=CB=DC", "\u{65E5}\u{672C}"),
        ("FN;CHARSET=x-euc-jp;QUOTED-PRINTABLE:=8E=B1=A4=A2a", "\u{FF71}\u{3042}a"),
        ("FN;CHARSET=EUC_JP;QUOTED-PRINTABLE:=B0=A1=F4=A6", "\u{4E9C}\u{7199}"),
        ("N;CHARSET=EUC-JP;QUOTED-PRINTABLE:=BB=B3=C5=C4;=C2=C0;;;", "\u{592A} \u{5C71}\u{7530}"),
        ("FN;CHARSET=ISO-2022-JP;ENCODING=b:GyRCRnxLXBsoQg==", "\u{65E5}\u{672C}"),
        ("FN;CHARSET=IBM850;QUOTED-PRINTABLE:J=81rgen", "J\u{FC}rgen"),
        ("FN;CHARSET=cp437;QUOTED-PRINTABLE:J=81rgen", "J\u{FC}rgen"),
        ("FN;CHARSET=IBM852;QUOTED-PRINTABLE:=A7", "\u{17E}"),
        ("FN;CHARSET=cp866;QUOTED-PRINTABLE:=80", "\u{410}"),
        ("FN;CHARSET=macintosh;QUOTED-PRINTABLE:J=9Frgen", "J\u{FC}rgen"),
        ("FN;CHARSET=x-mac-cyrillic;QUOTED-PRINTABLE:=80", "\u{410}"),
        ("FN;CHARSET=Big5-HKSCS;QUOTED-PRINTABLE:=A7=41", "\u{4F60}"),
        ("FN;CHARSET=EUC-TW;QUOTED-PRINTABLE:=C4=E3", "\u{4E2D}"),
        ("FN;CHARSET=EUC-CN;QUOTED-PRINTABLE:=C4=E3", "\u{4F60}"),
        ("FN;CHARSET=ISO-2022-KR;QUOTED-PRINTABLE:=1B$)C=0E3*=0F", "\u{B098}"),
        ("FN;CHARSET=HZ-GB-2312:~{Dc~}", "\u{4F60}"),
        ("FN;CHARSET=CP949;QUOTED-PRINTABLE:=B3=AA", "\u{B098}"),
        ("FN;CHARSET=KS_C_5601-1987;QUOTED-PRINTABLE:=B3=AA", "\u{B098}"),
        ("FN;CHARSET=UTF-16;ENCODING=b:/v8AQQBu", "An"),
        ("FN;CHARSET=UTF-16LE;ENCODING=b:QQBuAA==", "An"),
        ("FN;ENCODING=8BIT;CHARSET=UTF-8:J\u{FC}rgen", "J\u{FC}rgen"),
        ("FN;ENCODING=b:SsO8cmdlbg==", "J\u{FC}rgen"),
        (
            "N;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:M=C3=BCller;J=C3=BCrgen;;;",
            "J\u{FC}rgen M\u{FC}ller"
        ),
        ("N;ENCODING=QUOTED-PRINTABLE:A=3BB;C;;=\r\n;", "C A;B"),
        ("N;QUOTED-PRINTABLE:A\\;B;C", "C A;B"), ("N;QUOTED-PRINTABLE:A\\=3BB;C", "C A;B"),
        // Bytes of characters that separate or escape elsewhere.
        (
            "N;CHARSET=ISO-2022-JP;QUOTED-PRINTABLE:=1B$B;3ED=1B(B;=1B$BB@O:=1B(B;;;",
            "\u{592A}\u{90CE} \u{5C71}\u{7530}"
        ),
        ("N;CHARSET=SHIFT_JIS;QUOTED-PRINTABLE:=83\\;=91=BE;;;", "\u{592A} \u{30BD}"),
        ("N;CHARSET=Shift_JIS;QUOTED-PRINTABLE:=83=5C;=91=BE;;;", "\u{592A} \u{30BD}"),
        ("N;CHARSET=BIG5;QUOTED-PRINTABLE:=B3\\;=A5\\;;;", "\u{529F} \u{8A31}"),
        ("N;CHARSET=GBK;QUOTED-PRINTABLE:=81\\;=C4=E3=3B;;;", "\u{4F60}; \u{4E57}"),
        ("N;CHARSET=HZ-GB-2312;QUOTED-PRINTABLE:~{Dc~};~{Dc~};;;", "\u{4F60} \u{4F60}"),
        ("N;CHARSET=ISO-2022-KR;QUOTED-PRINTABLE:=1B$)C=0E3*=0F;=0E3*=0F;;", "\u{B098} \u{B098}"),
        ("N;CHARSET=ISO-2022-JP;QUOTED-PRINTABLE:=1B(I=3B=31=1B(B;C", "C \u{FF7B}\u{FF71}"),
        ("N;CHARSET=ISO-2022-JP;QUOTED-PRINTABLE:=1B(JA=3BB=1B(B;C", "C A;B"),
        ("N;CHARSET=ISO-2022-JP;QUOTED-PRINTABLE:~{A=3BB;C", "C ~{A;B"),
        // The second part has the set of the first.
        ("N;CHARSET=ISO-2022-JP;QUOTED-PRINTABLE:=1B(J=5CA;=5CB=1B(B;;;", "\u{A5}B \u{A5}A"),
        ("N;CHARSET=ISO-2022-KR;QUOTED-PRINTABLE:=1B$)CA=3BB;C", "C A;B"),
        ("N;CHARSET=HZ-GB-2312;QUOTED-PRINTABLE:~~A=3BB;C", "C ~A;B"),
        ("N;CHARSET=HZ-GB-2312;QUOTED-PRINTABLE:~~{A=3BB;C", "C ~{A;B"),
        ("N;CHARSET=Shift_JIS;QUOTED-PRINTABLE:A=3BB;=83=5C", "\u{30BD} A;B"),
        ("N;CHARSET=UTF-16BE;QUOTED-PRINTABLE:=00A=00=3B=00C", "A;C"),
        // Names that some programs give.
        ("FN;CHARSET=csISOLatin1;QUOTED-PRINTABLE:=FC", "\u{FC}"),
        ("FN;CHARSET=csISOLatinCyrillic;QUOTED-PRINTABLE:=C0", "\u{420}"),
        ("FN;CHARSET=csUTF8;QUOTED-PRINTABLE:=C3=BC", "\u{FC}"),
        ("FN;CHARSET=x-utf-8;QUOTED-PRINTABLE:=C3=BC", "\u{FC}"),
        ("FN;CHARSET=ISO-8859-8-I;QUOTED-PRINTABLE:=E0", "\u{5D0}"),
        ("FN;CHARSET=csShiftJIS;QUOTED-PRINTABLE:=93=FA", "\u{65E5}"),
        ("FN;CHARSET=MS_Kanji;QUOTED-PRINTABLE:=93=FA", "\u{65E5}"),
        ("FN;CHARSET=x-gbk;QUOTED-PRINTABLE:=C4=E3", "\u{4F60}"),
        ("FN;CHARSET=GB_2312-80;QUOTED-PRINTABLE:=C4=E3", "\u{4F60}"),
        ("FN;CHARSET=x-x-big5;QUOTED-PRINTABLE:=A7=41", "\u{4F60}"),
        ("FN;CHARSET=latin9;QUOTED-PRINTABLE:=A4", "\u{20AC}"),
        ("FN;CHARSET=l1;QUOTED-PRINTABLE:=FC", "\u{FC}"),
        ("FN;CHARSET=CP819;QUOTED-PRINTABLE:=FC", "\u{FC}"),
        ("FN;CHARSET=cp65001;QUOTED-PRINTABLE:=C3=BC", "\u{FC}"),
        ("FN;CHARSET=cp737;QUOTED-PRINTABLE:=80", "\u{391}"),
        ("FN;CHARSET=IBM775;QUOTED-PRINTABLE:=81", "\u{FC}"),
        ("FN;CHARSET=cp855;QUOTED-PRINTABLE:=A1", "\u{410}"),
        ("FN;CHARSET=cp857;QUOTED-PRINTABLE:=8D", "\u{131}"),
        ("FN;CHARSET=IBM862;QUOTED-PRINTABLE:=80", "\u{5D0}"),
        ("FN;CHARSET=cp865;QUOTED-PRINTABLE:=9B", "\u{F8}"),
    ])
    func `text is read in the encoding and the charset that it names`(
        _ line: String,
        _ name: String
    ) {
        for version in Self.versions {
            #expect(Self.name(version, line) == .success(name), "\(line)")
        }
    }

    @Test func `each byte of a charset is the character that it stands for`() throws {
        for byte in 0x20...0xFF as ClosedRange<UInt8>
        // U+0085 is a line break.
        where byte != UInt8(ascii: "\\") && byte != 0x85 {
            let code =
                String(byte >> 4, radix: 16, uppercase: true)
                + String(byte & 15, radix: 16, uppercase: true)
            let line = "FN;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:a=\(code)b"
            let character = String(UnicodeScalar(byte))
            #expect(Self.name("2.1", line) == .success("a\(character)b"))
            // As it is, without an encoding.
            let raw =
                Array("BEGIN:VCARD\nVERSION:3.0\nFN;CHARSET=ISO-8859-1:a".utf8) + [byte]
                + Array("b\n\(Self.key)\nEND:VCARD\n".utf8)
            let name = try #require(Self.read(raw).first).get().name
            #expect(name == "a\(character)b")
        }
    }

    @Test(arguments: [
        ("FN;CHARSET=klingon:J\u{FC}rgen", ContactEntryError.unknownCharset),
        // What they have in common with ASCII stands for other characters.
        ("FN;CHARSET=UTF-7;QUOTED-PRINTABLE:J+APw-rgen", .unknownCharset),
        ("FN;CHARSET=ISO-2022-JP-2:Ann", .unknownCharset),
        ("FN;CHARSET=ISO-2022-CN;QUOTED-PRINTABLE:=1B$)A", .unknownCharset),
        ("FN;CHARSET=UTF-32:Ann", .unknownCharset),
        // Of JIS X 0212, a character that is cut, and what is no EUC.
        ("FN;CHARSET=EUC-JP;QUOTED-PRINTABLE:=8F=B0=A1", .notUTF8),
        ("FN;CHARSET=EUC-JP;QUOTED-PRINTABLE:=C6=FC=CB", .notUTF8),
        ("FN;CHARSET=EUC-JP;QUOTED-PRINTABLE:=C6A", .notUTF8),
        ("FN;CHARSET=EUC-JP;QUOTED-PRINTABLE:=80=A1", .notUTF8),
        ("FN;CHARSET=EUC-JP;QUOTED-PRINTABLE:=FF=A1", .notUTF8),
        ("FN;ENCODING=QUOTED-PRINTABLE:=FC", .notUTF8),
        ("FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3", .notUTF8),
        ("FN;ENCODING=b:*", .wrongValue),
    ])
    func `text that cannot be read is told`(_ line: String, _ error: ContactEntryError) {
        for version in Self.versions {
            #expect(Self.name(version, line) == .failure(error))
            // Where there is another name the contact has that, and the line is told.
            for name in ["N:Lee;Ann", "NICKNAME:Ann Lee,Al", "ORG:Ann Lee", "FN:Ann Lee"] {
                let entries = Self.read(Self.card(version, [line, name, Self.key]))
                #expect(entries.map { $0.map(\.name) } == [.success("Ann Lee"), .failure(error)])
            }
        }
    }
}
