import { expect, it, vi } from 'vitest';
import { replayInBrowser } from '../../../e2e/paths/replay-in-browser.ts';
import type { SiteServer } from '../../../e2e/support/site/site-server.ts';
import { UsageError } from '../../../lab/cli.ts';

const fails = (reason: string) => () => Promise.reject(new Error(reason));
const ignore = () => {};

/** A site that starts, and counts how often it was stopped. */
function runningSite() {
  const dispose = vi.fn(async () => {});
  return { dispose, startSite: async () => ({ dispose }) as unknown as SiteServer };
}

it('if the browser does not start, a replay of state machine paths stops the site, deletes the site’s data and reports the reason', async () => {
  const { dispose, startSite } = runningSite();
  const replay = replayInBrowser([], ignore, { startSite, startBrowser: fails('no such program') });
  await expect(replay).rejects.toThrow(new UsageError('the browser does not start: no such program'));
  expect(dispose).toHaveBeenCalledTimes(1);
});

it('if the site does not start, a replay of state machine paths reports the reason and starts no browser', async () => {
  const startBrowser = vi.fn(fails('not reached'));
  const replay = replayInBrowser([], ignore, { startSite: fails('the port is taken'), startBrowser });
  await expect(replay).rejects.toThrow(new UsageError('the site does not start: the port is taken'));
  expect(startBrowser).not.toHaveBeenCalled();
});
