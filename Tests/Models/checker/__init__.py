# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""A checker for the symbolic models in docs/models. README.md says what it can be trusted for."""
