import { globSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import { type Engine, engines } from './e2e/browsers/support/engine.ts';
import { chromiumLaunch } from './setup/programs/browser.ts';
import { findFirefox } from './setup/programs/other-browsers.ts';
import { isPlayedToday, restingFiles } from './tests/support/day.ts';

const jsonReport = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;
const phone = devices['Pixel 7'];
const isSoak = process.env.SOAK !== undefined;
// Set the seed here, so that a journey that runs a second time, in another worker process, takes the same samples.
process.env.SEED ??= String(Date.now() % 1_000_000);
const spec = (name: string) => `e2e/${name}.spec.ts`;
/** Journeys that run only at the width of a phone, because they would show nothing different on a desktop. */
const phoneOnly = ['shared-phone', 'paths', 'outbox-schedules', 'bad-networks', 'month-at-sea', 'long-use'].map(spec);
/** Journeys that run only in `npm run soak`, because they take minutes and cannot be shortened. */
const soakOnly = [spec('month-at-sea'), spec('long-use')];
/** The journeys that every browser plays (docs/browsers.md). */
const everyBrowser = 'browsers/*.spec.ts';
/** The journeys that every run of `npm test` plays: the most important ones about accounts, booking and payment. */
const dailyJourneys = [
  'account/register',
  'booking/book-a-course',
  'booking/decline-and-retry',
  'booking/payment-pending',
].map(spec);
/** Journeys that run every second day. */
const frequentJourneys = 'e2e/{account/{sign-in-by-code,sign-out},booking/{book-a-package,verify-contact}}.spec.ts';
/** The files that a whole run of `npm test` leaves out today (decision 164, "Play a part of the tests each day"). */
const resting = [
  ...restingFiles('e2e/{account,booking,offline,public,security,staff}/!(keyboard-*).spec.ts', 10, [
    ...dailyJourneys,
    ...globSync(frequentJourneys),
  ]),
  ...restingFiles(frequentJourneys, 2),
  ...restingFiles('e2e/*/keyboard-*.spec.ts', 14),
  ...restingFiles('e2e/{path-lab,paths,screens}.spec.ts', 14),
  ...restingFiles('e2e/{bad-networks,outbox-schedules,shared-phone}.spec.ts', 3),
];
/** Whether a whole run of `npm test` repeats journeys at desktop width today. */
const isWideDay = isPlayedToday(0, 3);

const phoneSize = { width: 390, height: 844 };
const desktopSize = { width: 1280, height: 800 };
const projectOf = (engine: Engine, width: 'phone' | 'desktop') => ({
  name: `${engine}-${width}`,
  testMatch: everyBrowser,
  use: { engine, viewport: width === 'phone' ? phoneSize : desktopSize },
});
/** The Playwright projects of `npm run browsers`. */
const browserProjects = engines.flatMap((engine) => [projectOf(engine, 'phone'), projectOf(engine, 'desktop')]);
/** Files with a journey that `npm test` plays in Firefox too, on machines that have Firefox. */
const firefoxFiles = 'e2e/browsers/{account,booking,offline}.spec.ts';
const firefoxProjects = findFirefox()
  ? [
      {
        ...projectOf('firefox', 'phone'),
        testMatch: firefoxFiles,
        testIgnore: restingFiles(firefoxFiles, 9),
        grep: /@firefox/,
      },
    ]
  : [];

// This configuration starts no server: each worker starts its own server on the production build (e2e/support/test.ts).
export default defineConfig<{ engine: Engine }>({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: [
    './tests/support/site-template.global.ts',
    ...(process.env.BROWSERS ? ['./tests/support/next-release.global.ts'] : []),
  ],
  outputDir: 'test-results',
  workers: Number(process.env.JOURNEY_WORKERS ?? 2),
  fullyParallel: true,
  // A failed journey runs once more, with a trace. `npm test` fails if more than one journey had to run twice (decision
  // 20, "Give each journey a student of its own").
  retries: isSoak || process.env.BROWSERS ? 0 : 1,
  forbidOnly: jsonReport !== undefined,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: jsonReport ? [['line'], ['json', { outputFile: jsonReport }]] : [['line']],
  use: {
    browserName: 'chromium',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Animations cost a tenth of a journey's processor time, so only `npm run soak` plays them.
    contextOptions: { reducedMotion: isSoak ? 'no-preference' : 'reduce' },
    // Installing the service worker takes a fifth of a journey's processor time, so outside `npm run soak` only
    // journeys that need it allow it.
    serviceWorkers: isSoak ? 'allow' : 'block',
    screenshot: 'only-on-failure',
    trace: isSoak ? 'off' : 'on-first-retry',
    launchOptions: chromiumLaunch(),
  },
  projects: process.env.BROWSERS
    ? browserProjects
    : [
        {
          name: 'phone',
          testIgnore: [everyBrowser, ...(isSoak ? [] : soakOnly), ...resting],
          ...(isSoak ? {} : { grepInvert: /@desktop/ }),
          use: {
            viewport: phoneSize,
            userAgent: phone.userAgent,
            deviceScaleFactor: 2,
            hasTouch: true,
            isMobile: true,
          },
        },
        {
          name: 'desktop',
          // The project `desktop` runs the journeys of the staff console (@desktop), which the phone project leaves
          // out. Every third day it repeats the journeys whose layout depends on the width (@wide). In `npm run soak`
          // it runs all journeys except those for phones only.
          testIgnore: [everyBrowser, ...(isSoak ? phoneOnly : []), ...resting],
          ...(isSoak ? {} : { grep: isWideDay ? /@wide|@desktop/ : /@desktop/ }),
          use: { viewport: desktopSize },
        },
        ...firefoxProjects,
      ],
});
