// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A fault that a test plants in an extension, to see that the first sentence of the report names
/// it.
///
///     device.profile.fault = PlantedFault.crash.scripted
///     let report = await device.report(of: device.deliver(payload: payload))
///     expectNamed(.crash, by: report)
///
/// ``PlantedService`` plants them in an extension of yours, so that you see what your tests would
/// tell of each.
public enum PlantedFault: String, Sendable, Hashable, CaseIterable {
    /// It keeps its content handler and never calls it.
    case neverHandsOver
    /// It calls its content handler a second time, from anywhere.
    case handsOverTwice
    /// It calls its content handler only in `serviceExtensionTimeWillExpire()`.
    case handsOverAtWarning
    /// It lets go of its content handler without having called it, as with a closure that is never
    /// run.
    case releasesHandler
    /// It attaches a file of a type that can't be attached.
    case wrongFileType
    /// It attaches an HTML page that has the name of a picture.
    case pageInsteadOfPicture
    /// It waits for a slow server.
    case slowDownload
    /// It takes more memory than an extension has.
    case memory
    /// It crashes before it hands over.
    case crash

    /// What the device brings about in the test's process, where neither can be real: a fault of
    /// the profile.
    public var scripted: ScriptedFault? {
        switch self {
        case .memory: .memoryKill(at: .reception)
        case .crash: .crash(at: .reception)
        default: nil
        }
    }

    /// What names it in a sentence.
    public var words: String {
        switch self {
        case .neverHandsOver: "used up its time and handed nothing over"
        case .handsOverTwice: "handed over 2 times, of which only the first counts"
        case .handsOverAtWarning: "handed over only when it was warned that its time was up"
        case .releasesHandler: "let go of its content handler without calling it"
        case .wrongFileType: "can't be attached (error 101)"
        case .pageInsteadOfPicture: "as it is an HTML page and not"
        case .slowDownload: "s of network, for which the clock stood still"
        case .memory: "used more memory than it may and was ended without a warning"
        case .crash: "The extension's process ended"
        }
    }
}
