# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
