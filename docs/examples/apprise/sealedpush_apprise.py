# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""An Apprise plugin: `sealedpush://` is the only recipient, `sealedpush://LABEL` or `all` names one.

The phones were paired by `sealedpush-py pair`. Put this file into a folder of plugins:

    apprise --plugin-path FOLDER --title Nightly --body "Build done" sealedpush://
"""

import logging
from typing import Any
from urllib.parse import unquote, urlsplit

from apprise.decorators import notify

import sealedpush

SOUNDS = {"warning": "default", "failure": "default"}


@notify(on="sealedpush", name="SealedPush")
def send(body: str, title: str, notify_type: str, *ignored: Any, **more: Any) -> bool:
    """Sends a notification of Apprise; false if a phone's relay has not taken it."""
    label = unquote(urlsplit(more["meta"]["url"]).netloc)
    try:
        deliveries = sealedpush.notify(
            body or title, title=title if title and body else None, to=label or None,
            sound=SOUNDS.get(str(notify_type)))
    except sealedpush.SealedPushError as error:
        logging.getLogger("apprise").error("SealedPush: %s", error)
        return False
    for delivery in deliveries:
        if delivery.error:
            logging.getLogger("apprise").error("SealedPush: %s: %s", delivery.recipient, delivery.error)
    return all(delivery.taken for delivery in deliveries)
