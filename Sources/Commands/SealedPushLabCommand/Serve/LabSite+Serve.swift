// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PublishedVectors
import SealedPush
import SealedPushExplanation
import SealedPushLab
import SealedPushLabPage

extension LabSite {
    /// What `serve` has beside phones and pushes.
    static var serve: LabSite {
        LabSite(
            assets: LabPage.assets,
            policy: LabPage.policy,
            explain: { payload, pushType in
                let kind: Payload.PushKind = pushType == "voip" ? .voip : .alert
                let explanation = PushExplanation(of: payload, kind: kind)
                return explanation.isSealed ? json(explanation) : nil
            },
            inspect: { pasted, testKeys throws(InspectionError) in
                guard testKeys else { return json(PushExplanation(of: pasted)) }
                do throws(VectorFault) {
                    return json(try PublishedInspection.explanation(of: pasted))
                } catch {
                    throw InspectionError("the test vector is broken: \(error.reason)")
                }
            }
        )
    }

    /// An explanation as an object of JSON.
    static func json(_ explanation: PushExplanation) -> [UInt8] {
        JSONWriter.object { explanation.write(to: &$0) }
    }
}
