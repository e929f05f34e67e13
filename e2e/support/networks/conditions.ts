import type { BrowserContext } from '@playwright/test';
import type { BadNetwork, Fault } from './bad-network.ts';

/**
 * What a network condition does to the site. The `cut…` effects end response bodies early: all of them, or only those
 * with JSON, scripts or pictures.
 */
export type Effect =
  /** Everything arrives late. */
  | 'slow'
  /** Nothing arrives. */
  | 'away'
  /** Something else responds instead of the site. */
  | 'portal'
  | 'cut'
  | 'cutJson'
  | 'cutScript'
  | 'cutPicture';

export type Condition = { name: string; effect: Effect; fault: Fault; hasNoDns?: boolean };

const second = 1000;
const kilobyte = 1000;

/** Network conditions that occur on ships and in ports. */
export const conditions: readonly Condition[] = [
  {
    name: 'satellite with 600 ms and 2 % loss',
    effect: 'slow',
    fault: { kind: 'slow', roundTripMs: 600, bytesPerSecond: 64 * kilobyte, loss: 0.02 },
  },
  {
    name: '3G with gaps of 20 s',
    effect: 'slow',
    fault: {
      kind: 'slow',
      roundTripMs: 200,
      bytesPerSecond: 200 * kilobyte,
      loss: 0,
      gaps: { gapMs: 20 * second, periodMs: 30 * second },
    },
  },
  { name: 'port Wi-Fi whose portal answers with a page', effect: 'portal', fault: { kind: 'portal', by: 'page' } },
  { name: 'port Wi-Fi whose portal redirects', effect: 'portal', fault: { kind: 'portal', by: 'redirect' } },
  { name: 'a link that dies half-way through each response', effect: 'cut', fault: { kind: 'cut', body: 'any' } },
  { name: 'DNS that fails', effect: 'away', fault: { kind: 'refused' }, hasNoDns: true },
  { name: 'a clock that is two days off', effect: 'away', fault: { kind: 'outdated' } },
  { name: 'a server that never answers', effect: 'away', fault: { kind: 'silent' } },
  { name: 'JSON cut in the middle', effect: 'cutJson', fault: { kind: 'cut', body: 'json' } },
  { name: 'scripts cut in the middle', effect: 'cutScript', fault: { kind: 'cut', body: 'script' } },
  { name: 'pictures cut in the middle', effect: 'cutPicture', fault: { kind: 'cut', body: 'picture' } },
];

/** Makes the network as bad as the condition describes. With `hasNoDns`, the browser cannot resolve the site's name. */
export async function applyCondition(
  { fault, hasNoDns }: Condition,
  network: BadNetwork,
  context: BrowserContext,
): Promise<void> {
  network.fail(fault);
  if (hasNoDns) await context.route('**/*', (route) => route.abort('namenotresolved'));
}

export async function endCondition(
  { hasNoDns }: Condition,
  network: BadNetwork,
  context: BrowserContext,
): Promise<void> {
  network.restore();
  if (hasNoDns) await context.unrouteAll({ behavior: 'wait' });
}

/** Finds a network condition by its name. @throws Error if there is none */
export function conditionNamed(name: string): Condition {
  const found = conditions.find((condition) => condition.name === name);
  if (!found) throw new Error(`There is no condition called ${name}`);
  return found;
}
