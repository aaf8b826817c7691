// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushAPNs
import SealedPushCoding

/// What a client needs to push to a lab.
package struct LabAccess: Sendable {
    /// The URL of the push service.
    package let url: String
    /// The environment that it plays.
    package let environment: PushEnvironment
    /// The certificate that clients are to trust, in PEM.
    package let root: String
    /// The key of provider tokens; nil if the lab has its public half alone.
    package let key: ProviderTokenKey?
    /// The id of the key.
    package let keyID: String
    /// The id of its team.
    package let teamID: String
    /// The paths of files, by what they are.
    package let files: [String: String]

    /// Names it all.
    package init(
        url: String,
        environment: PushEnvironment,
        root: String,
        key: ProviderTokenKey?,
        keyID: String,
        teamID: String,
        files: [String: String]
    ) {
        self.url = url
        self.environment = environment
        self.root = root
        self.key = key
        self.keyID = keyID
        self.teamID = teamID
        self.files = files
    }

    /// A provider token that was made now.
    func token() throws(LabProblem) -> String? {
        guard let key else { return nil }
        do throws(APNsError) { return try key.token(at: .now) } catch { throw .unavailable }
    }

    func write(to object: inout JSONWriter.Object, token: String?) {
        object.add("url", url)
        object.add("environment", environment.name)
        object.add("root", root)
        object.add("keyId", keyID)
        object.add("teamId", teamID)
        if let token { object.add("providerToken", token) }
        object.object("files") { object in
            for (name, path) in files.sorted(by: { $0.key < $1.key }) { object.add(name, path) }
        }
    }
}
