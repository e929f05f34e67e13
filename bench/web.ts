// Measures the built site in a browser; each part prints its figures beside their goals.
// Usage: npm run bench:web [-- runs [part ...]]. Without a part: pages. `all`: every part (about 25 minutes).
// The part `satellite` needs Linux, root, iproute2, python3 and openssl.
import { type Browser, chromium } from '@playwright/test';
import { chromiumLaunch } from '../e2e/support/chromium.ts';
import { measureFirstLoad } from './first-load.ts';
import { measureLowData } from './low-data.ts';
import { measureSatellite } from './satellite.ts';
import { measureSearch } from './saved-search.ts';
import { measureTap } from './tap.ts';
import { measureVoyage } from './voyage.ts';
import { measureWarm } from './warm-start.ts';

const parts: Record<string, (browser: Browser, runs: number) => Promise<void>> = {
  pages: measureFirstLoad,
  'low-data': measureLowData,
  voyage: measureVoyage,
  warm: measureWarm,
  tap: measureTap,
  search: measureSearch,
  satellite: measureSatellite,
};

const [runs = '5', ...named] = process.argv.slice(2);
const chosen = named.includes('all') ? Object.keys(parts) : named.length > 0 ? named : ['pages'];
const unknown = chosen.filter((name) => !(name in parts));
if (unknown.length > 0)
  throw new Error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}`);

const browser = await chromium.launch(chromiumLaunch());
try {
  for (const name of chosen) await parts[name]?.(browser, Number(runs));
} finally {
  await browser.close();
}
