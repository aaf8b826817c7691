// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import AVFoundation
import AudioToolbox
import Foundation
import Synchronization
import Testing

struct SoundTests {
    @Test func `a sound that is not played ends before the call returns`() {
        let ended = Mutex(0)
        AudioServicesPlaySystemSoundWithCompletion(1007) { ended.withLock { $0 += 1 } }
        AudioServicesPlayAlertSoundWithCompletion(kSystemSoundID_Vibrate) {
            ended.withLock { $0 += 1 }
        }
        AudioServicesPlayAlertSoundWithCompletion(kSystemSoundID_Vibrate, nil)
        #expect(ended.withLock(\.self) == 2)
    }

    @Test func `each sound of a file has a number of its own, one without a file none`() {
        let file = NSURL(fileURLWithPath: #filePath)
        let missing = NSURL(fileURLWithPath: "/missing")
        var sounds: (SystemSoundID, SystemSoundID, SystemSoundID) = (0, 0, 0)
        let statuses = unsafe [
            AudioServicesCreateSystemSoundID(file, &sounds.0),
            AudioServicesCreateSystemSoundID(file, &sounds.1),
            AudioServicesCreateSystemSoundID(missing, &sounds.2),
        ]
        #expect(statuses == [0, 0, kAudioServicesSystemSoundUnspecifiedError])
        #expect(sounds.0 != sounds.1)
        #expect(sounds.0 > kSystemSoundID_Vibrate)
        #expect(sounds.2 == 0)
        #expect(AudioServicesDisposeSystemSoundID(sounds.0) == 0)
    }

    @Test func `the session remembers what was set last`() throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playAndRecord, mode: .voiceChat, options: .allowBluetooth)
        try session.setActive(false, options: .notifyOthersOnDeactivation)
        #expect(session.category == .playAndRecord)
        #expect(session.mode == .voiceChat)
        #expect(session.categoryOptions == .allowBluetooth)
    }
}
