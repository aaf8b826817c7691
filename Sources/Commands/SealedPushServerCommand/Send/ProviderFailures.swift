// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushAPNs
import SealedPushOpenSSL

extension APNsError: CommandFailure {}
extension KeyFileError: CommandFailure {}
extension OpenSSLError: CommandFailure {}
