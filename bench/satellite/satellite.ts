import { availableParallelism, loadavg } from 'node:os';
import type { Browser } from '@playwright/test';
import { type BenchSite, withBenchSite } from '../browser/web-site.ts';
import { checkAtMost, median } from '../measure.ts';
import { type Certificate, makeCertificate } from './satellite-front.ts';
import { openSatelliteLink, SatelliteUnavailable } from './satellite-link.ts';
import { tapBook, untilHydrated, untilLoaded, untilPainted, untilStored } from './satellite-moments.ts';
import { readOffline, visitOverSatellite } from './satellite-visit.ts';
import { openStaticCopy } from './static-copy.ts';

const goals = { ratio: 1.3, book: 6500, offline: 14_000 };

/**
 * The times of one measurement, in milliseconds. `still`: largest contentful paint of the copy of Home without scripts.
 * `ours`: largest contentful paint of the real Home.
 */
type Seen = { still: number; ours: number; tap: number; shown: number; hydrated: number; stored: number };

/**
 * Visits Home three times: first a copy without scripts, until it is painted; then the real page, until everything is
 * stored; then the real page again, to tap as early as possible. Each visit opens a new satellite link with the same
 * seed, so that the same packets are lost and the visits can be compared.
 */
async function measureOnce(seed: number, ports: { site: number; copy: number }, certificate: Certificate) {
  const still = await visitOverSatellite({ port: ports.copy, seed, certificate }, ({ page }) => untilPainted(page));
  const visit = await visitOverSatellite({ port: ports.site, seed, certificate }, async ({ page, context, cut }) => {
    const hydrated = await untilHydrated(page);
    const load = await untilLoaded(page);
    const stored = (await untilStored(page)) - load;
    const ours = await untilPainted(page);
    await cut();
    await readOffline(context, new URL(page.url()).origin);
    return { hydrated, load, stored, ours };
  });
  const tapped = await visitOverSatellite({ port: ports.site, seed, certificate }, ({ page }) => tapBook(page));
  const s = (ms: number) => (ms / 1000).toFixed(1);
  console.log(
    `  losses ${seed}: largest paint ${s(visit.ours)} s (without scripts ${s(still)} s), loaded ${s(visit.load)} s, stored ${s(visit.stored)} s later; tapped ${s(tapped.tap)} s; machine load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`,
  );
  return { still, ...visit, ...tapped };
}

async function measure(site: BenchSite, runs: number): Promise<void> {
  const certificate = await makeCertificate();
  const copy = await openStaticCopy(site);
  const seen: Seen[] = [];
  try {
    for (let seed = 1; seed <= runs; seed++)
      seen.push(await measureOnce(seed, { site: site.port, copy: copy.port }, certificate));
  } finally {
    await copy.close();
  }
  const of = (pick: (one: Seen) => number) => median(seen.map(pick));
  const s = (pick: (one: Seen) => number) => (of(pick) / 1000).toFixed(1);
  console.log(`  largest paint ${s((one) => one.ours)} s, without scripts ${s((one) => one.still)} s`);
  console.log(
    `  Book Online is shown ${s((one) => one.shown - one.tap)} s after the first tap; its button is hydrated at ${s((one) => one.hydrated)} s`,
  );
  const ratio = of(({ ours, still }) => ours / still);
  checkAtMost('largest paint relative to the page without scripts', ratio, { most: goals.ratio, unit: 'times' });
  checkAtMost(
    'first possible tap on Book Online',
    of(({ tap }) => tap),
    { most: goals.book, unit: 'ms' },
  );
  checkAtMost(
    'Home and catalogue ready for offline after load',
    of(({ stored }) => stored),
    { most: goals.offline, unit: 'ms' },
  );
}

/**
 * Measures a first visit to Home from a ship: over a simulated satellite link, with TLS, HTTP/2 and real TCP
 * (satellite-link.py). Prints what is missing if this computer cannot simulate the link. Each printed line includes the
 * load of the computer, because load slows down the server and the page's scripts.
 */
export async function measureSatellite(_: Browser, runs: number): Promise<void> {
  try {
    const { congestion, close } = await openSatelliteLink(1);
    await close();
    console.log(
      `Satellite (600 ms, 512/128 kbit/s, 2 % lost, TCP ${congestion}), first visit to Home, median of ${runs}`,
    );
    await withBenchSite({}, (site) => measure(site, runs));
  } catch (error) {
    if (!(error instanceof SatelliteUnavailable)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
