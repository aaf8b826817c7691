// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import PushTransport

/// The result of a push to APNs; ``APNsRejection/remedy`` says what to do about a rejection.
public typealias APNsResult = PushResult<APNsID, APNsRejection>
