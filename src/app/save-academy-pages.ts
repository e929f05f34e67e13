import type { QueryClient } from '@tanstack/react-query';
import { cmsPageNames } from '../../contract/cms.ts';
import { cmsQueries } from '../content/cms/cms.queries.ts';
import { policyQueries } from '../content/policies/policy.queries.ts';
import { connection } from '../offline/connection/page-connection.ts';
import { isLowDataMode } from '../offline/low-data/low-data-mode.ts';
import { deviceStore } from '../offline/saved/device-store.ts';
import { saveAhead } from '../offline/saved/save-ahead.ts';

/** The Network Information API, which only Chromium has. */
type Network = { type?: string; effectiveType?: string };
type Device = Navigator & { connection?: Network };

/**
 * Without the Network Information API, a response that takes longer than this many milliseconds counts as one over a
 * satellite link.
 */
const slowResponseMs = 500;
const idleFallbackMs = 2000;

/** Resolves when the browser is idle. Safari has no `requestIdleCallback`, so there it resolves after a pause. */
const whenIdle = () =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve());
    else setTimeout(resolve, idleFallbackMs);
  });

const isMeteredOrSlow = ({ type, effectiveType = '4g' }: Network) => type === 'cellular' || effectiveType !== '4g';

/**
 * Saves the pages of the content service and the policies, so that they open offline even if nobody has visited them.
 * Fetches them one after the other while the device is idle, each at most once a day. Does nothing in low-data mode or
 * over a metered or slow connection, and stops at a slow response.
 */
export async function saveAcademyPages(queryClient: QueryClient, device: Device = navigator): Promise<void> {
  if (isLowDataMode() || (device.connection && isMeteredOrSlow(device.connection))) return;
  const deps = { storage: deviceStore, connection, now: Date.now };
  const saves = [
    ...cmsPageNames.map((name) => () => saveAhead(queryClient, cmsQueries.page(name), deps)),
    ...(['terms', 'refund', 'privacy'] as const).map(
      (name) => () => saveAhead(queryClient, policyQueries.policy(name), deps),
    ),
    () => saveAhead(queryClient, policyQueries.antiRagging(), deps),
    () => saveAhead(queryClient, policyQueries.grievance(), deps),
  ];
  for (const save of saves) {
    await whenIdle();
    const startedAt = performance.now();
    await save();
    if (!device.connection && performance.now() - startedAt > slowResponseMs) return;
  }
}
