# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""SealedPush protocol, version 1: a second implementation, written from its text alone."""
