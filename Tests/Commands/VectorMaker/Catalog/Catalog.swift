// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Every vector of the project, in the order of its number.
enum Catalog {
    static func make() throws -> [Vector] {
        let messages =
            try OpenedVectors.make() + FormVectors.make() + PrekeyVectors.make()
            + DecryptionVectors.make() + SenderVectors.make() + StrangerVectors.make()
            + ContentVectors.make() + CallVectors.make() + ClaimVectors.make()
            + DeferredVectors.make() + SentStatementVectors.make()
        return try messages + RecordVectors.make() + BundleVectors.make() + TextVectors.make()
            + StatementVectors.make() + NumberVectors.make() + ChoiceVectors.make()
            + SealingVectors.make() + AttachmentVectors.make() + DisplayVectors.make()
            + SealingTextVectors.make() + DisplayVectors.numberVectors()
    }
}
