# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Small protocols with answers that are known from the literature, or plain."""

import unittest

from checker.queries import answers

PUBLIC_KEY = """
free c: channel.
type skey. type pkey.
fun pk(skey): pkey.
fun aenc(bitstring, pkey): bitstring.
reduc forall m: bitstring, k: skey; adec(aenc(m, pk(k)), k) = m.
"""

NEEDHAM_SCHROEDER = PUBLIC_KEY + """
free skA: skey [private]. free skB: skey [private]. free s: bitstring [private].
fun senc(bitstring, bitstring): bitstring.
reduc forall m: bitstring, k: bitstring; sdec(senc(m, k), k) = m.
event begun(pkey, pkey). event ended(pkey, pkey).
query x: pkey, y: pkey; event(ended(x, y)) ==> event(begun(x, y)).
query x: pkey, y: pkey; event(ended(x, y)).
query attacker(s).
let A = in(c, pkX: pkey); new na: bitstring; event begun(pk(skA), pkX); out(c, aenc((na, pk(skA)), pkX));
  in(c, m: bitstring); let (=na, nx: bitstring%s) = adec(m, skA) in out(c, aenc(nx, pkX)).
let B = in(c, m: bitstring); let (ny: bitstring, =pk(skA)) = adec(m, skB) in new nb: bitstring; out(c, aenc((ny, nb%s), pk(skA)));
  in(c, n: bitstring); if adec(n, skB) = nb then event ended(pk(skA), pk(skB)); out(c, senc(s, nb)).
process out(c, pk(skA)); out(c, pk(skB)); (!A | !B)
"""

DENNING_SACCO = PUBLIC_KEY + """
type spkey. type sskey.
fun spk(sskey): spkey.
fun sign(bitstring, sskey): bitstring.
reduc forall m: bitstring, k: sskey; message(sign(m, k)) = m.
reduc forall m: bitstring, k: sskey; checked(sign(m, k), spk(k)) = m.
fun senc(bitstring, bitstring): bitstring.
reduc forall m: bitstring, k: bitstring; sdec(senc(m, k), k) = m.
free s: bitstring [private]. free ssA: sskey [private]. free skB: skey [private].
query attacker(s).
let A = in(c, pkX: pkey); new k: bitstring; out(c, aenc(sign(%s, ssA), pkX)).
let B = in(c, m: bitstring); let %s = checked(adec(m, skB), spk(ssA)) in out(c, senc(s, k)).
process out(c, spk(ssA)); out(c, pk(skB)); (!A | !B)
"""

PHASES = PUBLIC_KEY + """
free skB: skey [private]. free s: bitstring [private].
query attacker(s) phase 0.
query attacker(s) phase 1.
process new short: skey; out(c, pk(skB)); out(c, pk(short)); (out(c, aenc(s, pk(%s))) | (phase 1; out(c, skB)))
"""

REPLAY = """
free c: channel.
free k: bitstring [private].
fun senc(bitstring, bitstring): bitstring.
reduc forall m: bitstring, x: bitstring; sdec(senc(m, x), x) = m.
event took(bitstring, bitstring). event shown(bitstring, bitstring).
%s
query m: bitstring, r: bitstring, q: bitstring; event(shown(m, r)) && event(shown(m, q)) ==> r = q.
query m: bitstring, r: bitstring; event(shown(m, r)).
let B = in(c, x: bitstring); new r: bitstring; let m = sdec(x, k) in event took(m, r); event shown(m, r).
process (!(new m: bitstring; out(c, senc(m, k)))) | !B
"""


def verdicts(text):
    return [answer.verdict for answer in answers("test.pv", text)]


class KnownProtocols(unittest.TestCase):
    def test_a_secret_that_is_sent_is_known(self):
        found = list(answers("test.pv", "free c: channel. free s: bitstring [private]. query attacker(s). process out(c, s)"))
        self.assertEqual(str(found[0]), "RESULT not attacker(s) is false.")
        self.assertEqual(found[0].details, ["line   1  out   s"])

    def test_a_secret_that_is_not_sent_is_not_known(self):
        text = "free c: channel. free s: bitstring [private]. query attacker(s). process out(c, c)"
        self.assertEqual(verdicts(text), ["is true"])

    def test_lowes_attack_on_needham_schroeder_is_found_and_run(self):
        found = list(answers("test.pv", NEEDHAM_SCHROEDER % ("", "")))
        self.assertEqual([answer.verdict for answer in found], ["is false"] * 3)
        self.assertRegex(found[0].details[-1], r"event ended\(pk\(skA\), pk\(skB\)\)")
        self.assertTrue(any("begun(pk(skA), pk(own~" in line for line in found[0].details))

    def test_lowes_correction_of_needham_schroeder_holds(self):
        corrected = NEEDHAM_SCHROEDER % (", =pkX", ", pk(skB)")
        self.assertEqual(verdicts(corrected), ["is true", "is false", "is true"])

    def test_the_attack_on_denning_sacco_is_found(self):
        self.assertEqual(verdicts(DENNING_SACCO % ("k", "k")), ["is false"])

    def test_denning_sacco_holds_with_the_recipient_in_the_signature(self):
        self.assertEqual(verdicts(DENNING_SACCO % ("(pkX, k)", "(=pk(skB), k: bitstring)")), ["is true"])

    def test_a_key_that_leaks_later_opens_what_was_sent_before(self):
        self.assertEqual(verdicts(PHASES % "skB"), ["is true", "is false"])

    def test_a_key_that_is_gone_keeps_what_was_sent_before(self):
        self.assertEqual(verdicts(PHASES % "short"), ["is true", "is true"])

    def test_a_message_is_taken_twice_where_nothing_prevents_it(self):
        self.assertEqual(verdicts(REPLAY % ""), ["is false", "is false"])

    def test_a_message_is_taken_once_under_a_restriction_and_still_taken(self):
        once = "restriction m: bitstring, r: bitstring, q: bitstring; event(took(m, r)) && event(took(m, q)) ==> r = q."
        self.assertEqual(verdicts(REPLAY % once), ["is true", "is false"])
