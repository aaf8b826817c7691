# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Makes the published vectors (docs/vectors/README.md): tables of what is given. What comes of it `sealedpush` says."""
