// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite struct ErrorTests {
    @Test func `an error is caught by its code, also as an NSError`() {
        let error: any Error = UNError(.attachmentCorrupt)
        #expect(UNError.attachmentCorrupt ~= error)
        #expect(UNError.attachmentCorrupt ~= (error as NSError))
        #expect(!(UNError.badgeInputInvalid ~= error))
        #expect(!(UNError.notificationsNotAllowed ~= NSError(domain: "other", code: 1)))
    }

    @Test func `an error reads as an NSError`() {
        let error = UNError(.attachmentInvalidFileSize, userInfo: ["a": 1]) as NSError
        #expect(error.domain == UNErrorDomain && error.code == 102)
        #expect(error.userInfo["a"] as? Int == 1)
        #expect(error.localizedDescription == "The attachment is too large for its kind.")
    }

    @Test func `errors are equal by code and what they say`() {
        let error = UNError(.attachmentCorrupt, userInfo: ["a": 1])
        #expect(error == UNError(.attachmentCorrupt, userInfo: ["a": 1]))
        #expect(error != UNError(.attachmentCorrupt) && error != UNError(.attachmentInvalidURL))
        #expect(error.hashValue == UNError(.attachmentCorrupt).hashValue)
        #expect(error.errorCode == error.code.rawValue && UNError.errorDomain == UNErrorDomain)
        let told = UNError(.attachmentCorrupt, userInfo: [NSLocalizedDescriptionKey: "why"])
        #expect(told.localizedDescription == "why")
        #expect(error.localizedDescription == "The attachment can't be shown.")
        #expect(error.errorUserInfo.count == 2)
    }
}
