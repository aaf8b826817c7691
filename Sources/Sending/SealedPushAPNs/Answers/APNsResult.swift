// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import PushTransport

/// What became of a push to APNs; what APNs refused it with says what may be done (``APNsRejection/remedy``).
public typealias APNsResult = PushResult<APNsID, APNsRejection>
