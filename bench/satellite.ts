import { availableParallelism, loadavg } from 'node:os';
import type { Browser } from '@playwright/test';
import { judgeMost } from './goal.ts';
import { median } from './measure.ts';
import { type Certificate, makeCertificate } from './satellite-front.ts';
import { NoSatellite, openSatelliteLink } from './satellite-link.ts';
import { tapBook, untilKept, untilLoaded, untilPainted, untilTakenOver } from './satellite-moments.ts';
import { readsWithout, visitOverSatellite } from './satellite-visit.ts';
import { openStaticCopy } from './static-copy.ts';
import { type BenchSite, withBenchSite } from './web-site.ts';

const goals = { ratio: 1.3, book: 6500, offline: 14_000 };

type Seen = { still: number; ours: number; tap: number; stands: number; taken: number; kept: number };

/** One visit to the page without scripts and two to ours, each over a link of its own with the same losses. */
async function measureOnce(seed: number, ports: { site: number; copy: number }, certificate: Certificate) {
  const still = await visitOverSatellite({ port: ports.copy, seed, certificate }, ({ page }) => untilPainted(page));
  const visit = await visitOverSatellite({ port: ports.site, seed, certificate }, async ({ page, context, cut }) => {
    const taken = await untilTakenOver(page);
    const load = await untilLoaded(page);
    const kept = (await untilKept(page)) - load;
    const ours = await untilPainted(page);
    await cut();
    await readsWithout(context, new URL(page.url()).origin);
    return { taken, load, kept, ours };
  });
  const tapped = await visitOverSatellite({ port: ports.site, seed, certificate }, ({ page }) => tapBook(page));
  const s = (ms: number) => (ms / 1000).toFixed(1);
  console.log(
    `  losses ${seed}: largest paint ${s(visit.ours)} s beside ${s(still)}, loaded ${s(visit.load)}, kept ${s(visit.kept)} later; tapped ${s(tapped.tap)}; machine's load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`,
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
  console.log(`  largest paint ${s((one) => one.ours)} s, of the page without scripts ${s((one) => one.still)} s`);
  console.log(
    `  after the first tap on Book Online its page stands in ${s((one) => one.stands - one.tap)} s; the script takes the button over at ${s((one) => one.taken)} s`,
  );
  const ratio = of(({ ours, still }) => ours / still);
  judgeMost('largest paint beside the page without scripts', ratio, { most: goals.ratio, unit: 'times' });
  judgeMost(
    'first tap on Book Online that opens it',
    of(({ tap }) => tap),
    { most: goals.book, unit: 'ms' },
  );
  judgeMost(
    'Home and catalogue ready for offline after load',
    of(({ kept }) => kept),
    { most: goals.offline, unit: 'ms' },
  );
}

/**
 * A first visit to Home over a ship's satellite link, by a browser that was nowhere before: TLS, HTTP/2, real TCP
 * (satellite-link.py). Where the machine has no such link, one line says what it needs. On a machine that is busy with other
 * things the server draws late and the script runs late: each line tells the load.
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
    if (!(error instanceof NoSatellite)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
