// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Every vector of the project, in the order of its number.
enum Catalog {
    static func make() throws -> [Vector] {
        try RecordVectors.make() + BundleVectors.make() + TextVectors.make()
            + StatementVectors.make() + NumberVectors.make() + ChoiceVectors.make()
            + SealingVectors.make() + AttachmentVectors.make()
    }
}
