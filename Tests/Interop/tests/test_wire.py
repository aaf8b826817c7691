# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Records, bundles, texts, statements and safety numbers (sections 6 to 9)."""

import unittest

from sealedpush import bundles, published
from sealedpush.errors import WireError
from sealedpush.primitives import u16, u64
from sealedpush.statements import KINDS, read_statement, read_statement_text, safety_number

from . import cases

KEY_1 = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
KEY_2 = bytes.fromhex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
EXAMPLE = "sealedpush-sender-1:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo.Q_pIJdqd"
PARTIES = published.identity("phone-1"), published.identity("phone-2")
ORIGIN, CHALLENGE = "https://example.com", bytes(range(32))


def _statement(kind: str) -> bytes:
    layout = KINDS[kind]
    signers = PARTIES[: layout.identities]
    proof = u16(len(ORIGIN)) + ORIGIN.encode() + CHALLENGE if layout.has_origin else b""
    time = u64(cases.NOW) if layout.is_timed else b""
    unsigned = b"\1" + b"".join(signer.public for signer in signers) + proof + time
    signatures = [signer.sign(layout.label + unsigned) for signer in signers]
    return unsigned + b"".join(signatures[: layout.signatures])


class WireTests(cases.Case):
    def test_the_sender_text_of_section_7_comes_out(self) -> None:
        self.assertEqual(bundles.write_text("sender", KEY_1), EXAMPLE)
        self.assertEqual(bundles.read_sender_text(f"\r\n {EXAMPLE}\t"), KEY_1)

    def test_the_safety_number_of_section_9_comes_out(self) -> None:
        sender, device = "204317619937858255770932100709", "043247031036747411745271847512"
        self.assertEqual(safety_number(KEY_1, KEY_2), sender + device)

    def test_bundles_and_their_texts_are_read_as_they_were_made(self) -> None:
        for keys in ([], [cases.prekey(1)], [cases.prekey(2), cases.prekey(1, one_time=True)]):
            bundle = cases.bundle(*keys)
            self.assertEqual(bundles.read_bundle(bundle.encoded), bundle)
            text = bundles.write_text("device", bundle.encoded)
            self.assertEqual(bundles.read_device_text(text), bundle)

    def test_every_bit_of_a_record_counts(self) -> None:
        record = cases.prekey().record
        for bit in range(8 * len(record.whole)):
            with self.assertRaises(WireError, msg=f"bit {bit}"):
                bundles.read_record(cases.flipped(record.whole, bit), record.id_r)

    def test_statements_are_read_as_they_were_made(self) -> None:
        sizes = {"deviceLink": 201, "succession": 201, "revocation": 105, "retirement": 97}
        sizes["linkOffer"] = 137
        for kind, layout in KINDS.items():
            data = _statement(kind)
            self.assertEqual(len(data), sizes.get(kind, 139 + len(ORIGIN)))
            statement = read_statement(kind, data)
            signers = [signer.public for signer in PARTIES[: layout.identities]]
            self.assertEqual(list(statement.identities), signers)
            self.assertEqual(statement.time, cases.NOW if layout.is_timed else None)

    def test_every_bit_of_a_statement_counts(self) -> None:
        for kind in KINDS:
            data = _statement(kind)
            for bit in range(0, 8 * len(data), 7):
                with self.assertRaises(WireError, msg=f"bit {bit} of {kind}"):
                    read_statement(kind, cases.flipped(data, bit))

    def test_a_statements_text_is_read_as_its_own_kind_alone(self) -> None:
        kinds = [kind for kind in KINDS if kind in bundles.TEXTS]
        for kind in kinds:
            data = _statement(kind)
            for other in kinds:
                text = bundles.write_text(other, data)
                if other == kind:
                    self.assertEqual(read_statement_text(kind, text), data)
                    continue
                with self.assertRaises(WireError, msg=f"{kind} as {other}"):
                    read_statement_text(other, text)
                with self.assertRaises(WireError, msg=f"{kind} as {other}"):
                    read_statement_text(kind, text)

    def test_a_possession_proof_answers_one_question_until_it_expires(self) -> None:
        statement = read_statement("possession", _statement("possession"))
        self.assertTrue(statement.answers(ORIGIN, CHALLENGE, cases.NOW))
        self.assertFalse(statement.answers(ORIGIN, CHALLENGE, cases.NOW + 1))
        self.assertFalse(statement.answers("https://example.org", CHALLENGE, cases.NOW))
        self.assertFalse(statement.answers(ORIGIN, bytes(32), cases.NOW))


if __name__ == "__main__":
    unittest.main()
