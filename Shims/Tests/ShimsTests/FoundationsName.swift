// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import FoundationNetworking

/// The name that Foundation itself suggests.
func foundationsName(_ response: URLResponse) -> String? { response.suggestedFilename }
