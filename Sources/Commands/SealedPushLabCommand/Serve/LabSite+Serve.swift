// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PublishedVectors
import SealedPush
import SealedPushCoding
import SealedPushExplanation
import SealedPushLab
import SealedPushLabPage

extension LabSite {
    /// What `serve` has beside phones and pushes: the page, and explanations of sealed pushes.
    static var serve: LabSite {
        LabSite(
            assets: LabPage.assets.map { asset in
                Asset(path: asset.path, type: asset.type, bytes: asset.bytes)
            },
            policy: LabPage.policy,
            explain: { payload, type in
                let explanation = PushExplanation(of: payload, kind: type == "voip" ? .voip : .alert)
                return explanation.isSealed ? explanation.json : nil
            },
            inspect: { pasted, testKeys throws(InspectionError) in
                guard testKeys else { return PushExplanation(of: pasted).json }
                do throws(VectorFault) {
                    return try PublishedInspection.explanation(of: pasted).json
                } catch {
                    throw InspectionError(error.reason)
                }
            }
        )
    }
}

extension PushExplanation {
    /// An object of JSON.
    var json: [UInt8] { JSONWriter.object { write(to: &$0) } }

    /// Whether there is a sealed push at all (M-38, lines 3 and 4).
    var isSealed: Bool { line != 3 && line != 4 }
}
