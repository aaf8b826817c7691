// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Every vector of the project, in the order of its number.
enum Catalog {
    static func make() throws -> [Vector] {
        try OpenedVectors.make() + FormVectors.make() + PrekeyVectors.make()
            + DecryptionVectors.make() + SenderVectors.make() + ContentVectors.make()
            + ClaimVectors.make() + RecordVectors.make() + BundleVectors.make()
            + StatementVectors.make() + ChoiceVectors.make() + ClarifyingVectors.make()
            + SealingVectors.make() + AttachmentVectors.make()
            + AttachmentListVectors.makeMessages()
    }
}
