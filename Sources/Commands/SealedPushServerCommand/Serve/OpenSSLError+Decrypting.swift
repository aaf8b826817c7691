// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushOpenSSL

extension OpenSSLError {
    /// What to do about a key where no option takes its passphrase.
    var hintOfPlainKey: String? {
        guard self == .passphraseNeeded else { return hint }
        return "'openssl pkey -in FILE -out NEW' writes it without its passphrase"
    }
}
