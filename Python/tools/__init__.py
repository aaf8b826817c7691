# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The tools that make and check vectors, with the parts of the protocol that no wheel needs."""
