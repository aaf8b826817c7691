// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What separates the uses of one key from each other: ASCII, then one zero byte.
///
/// Every signature, hash and derivation of the protocol begins with one of these and with nothing
/// else: an identity only signs (M-4), and only what begins with a label (M-5).
enum Label {
    static let message = bytes("SealedPush v1 message")
    static let messageID = bytes("SealedPush v1 message id")
    static let info = bytes("SealedPush v1 info")
    static let collapse = bytes("SealedPush v1 collapse")
    static let prekey = bytes("SealedPush v1 prekey")
    static let prekeyID = bytes("SealedPush v1 prekey id")
    static let retirement = bytes("SealedPush v1 retirement")
    static let succession = bytes("SealedPush v1 succession")
    static let revocation = bytes("SealedPush v1 revocation")
    static let possession = bytes("SealedPush v1 possession")
    static let activation = bytes("SealedPush v1 activation")
    static let credential = bytes("SealedPush v1 credential")
    static let subscription = bytes("SealedPush v1 subscription")
    static let text = bytes("SealedPush v1 text")
    static let thread = bytes("SealedPush v1 thread")
    static let safetyNumber = bytes("SealedPush v1 safety number")

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }
}
