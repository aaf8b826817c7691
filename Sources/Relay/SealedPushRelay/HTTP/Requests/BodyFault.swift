// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What is wrong with the body of a request; none holds a part of it.
package enum BodyFault: Error, Hashable {
    /// It is no JSON object.
    case notAnObject
    /// It has a member that the request does not take; these it does.
    case unknownMember(known: [String])
    /// A member is missing, or is not what belongs there.
    case member(String)
    /// The relay serves no such app and environment.
    case unknownApp
    /// The bundle cannot be published.
    case bundle(BundleError)
    /// The stock cannot be taken.
    case stock(StockError)
    /// The retirement is none, or another device's.
    case retirement

    /// What is wrong and what to do, in one sentence.
    var detail: String {
        switch self {
        case .notAnObject: "The body has to be a JSON object."
        case .unknownMember(let known):
            "The body has a member that is not taken here; these are: "
                + known.joined(separator: ", ") + "."
        case .member(let name): "'\(name)' is missing, or is not what belongs there."
        case .unknownApp: "This relay does not serve this app in this environment."
        case .bundle(.unreadable): "The bundle is none, or a signature in it is wrong."
        case .bundle(.wrongIdentity): "The bundle is another device's."
        case .bundle(.notOneReusableRecord): "The bundle has to have one record, a reusable one."
        case .bundle(.notCurrent): "The record of the bundle has not begun, or has ended."
        case .stock(.wrongSize): "The stock has to have 1 to 100 records of 1306 bytes, or nothing."
        case .stock(.wrongRecord(let index)): "Record \(index) is no one-time record of the device."
        case .stock(.revoked(let index)): "The device has revoked record \(index)."
        case .stock(.notCurrent(let index)): "Record \(index) has not begun, or has ended."
        case .stock(.repeated): "A record of the stock occurs twice."
        case .retirement: "The statement is no retirement of this device."
        }
    }
}
