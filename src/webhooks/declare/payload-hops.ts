import type { Change } from '../../changes/change.js';
import type { Versions } from '../../changes/known-versions.js';
import { hopsOfLens, type LensHop } from '../../lens/lens-hops.js';
import type { Webhook } from './webhook.js';

/** The steps from the newest body of a webhook down to the oldest, those that change it. */
export const hopsOfPayload = ({ payload }: Webhook, versions: Versions): readonly LensHop[] =>
  hopsOfLens({ schema: payload, versions, shapes: versions.names });

/** The changes that convert the body of a webhook. */
export const changesOfPayload = (webhook: Webhook, versions: Versions): ReadonlySet<Change> =>
  new Set(hopsOfPayload(webhook, versions).flatMap(({ reshapes }) => reshapes.map(({ change }) => change)));
