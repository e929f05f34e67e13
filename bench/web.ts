// Measures the built site in a browser. The benchmark has several parts, each of which prints its figures and their
// budgets.
// Usage: npm run bench:web [-- runs [part ...]]. Without a part, it runs `pages`; `all` runs every part (about 25
// minutes).
// The part `satellite` needs Linux, root, iproute2, python3 and openssl.
import { type Browser, chromium } from '@playwright/test';
import { wholeChromiumLaunch } from '../setup/programs/browser.ts';
import { measureFirstLoad } from './browser/first-load.ts';
import { measureSearch } from './browser/library-search.ts';
import { measureLowData } from './browser/low-data.ts';
import { measureLibrary } from './browser/offline-library.ts';
import { measureTap } from './browser/tap.ts';
import { measureWarm } from './browser/warm-start.ts';
import { measureSatellite } from './satellite/satellite.ts';

const parts: Record<string, (browser: Browser, runs: number) => Promise<void>> = {
  pages: measureFirstLoad,
  'low-data': measureLowData,
  library: measureLibrary,
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

const browser = await chromium.launch(wholeChromiumLaunch());
try {
  for (const name of chosen) await parts[name]?.(browser, Number(runs));
} finally {
  await browser.close();
}
