import { defineConfig, devices } from '@playwright/test';
import { chromiumLaunch } from './setup/browser.ts';

const jsonReport = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;
const phone = devices['Pixel 7'];
const isSoak = process.env.SOAK !== undefined;
// Set here, so that a journey that runs again takes the same samples, in a worker process of its own.
process.env.SEED ??= String(Date.now() % 1_000_000);
/** A phone that students share is not a desktop; paths are about the machines and schedules about the outbox, the same on both. */
const phoneOnly = ['shared-phone', 'paths', 'outbox-schedules'].map((name) => `e2e/${name}.spec.ts`);

// There is no server here: each worker starts its own on the production build (e2e/support/test.ts).
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/support/site-template.global.ts',
  outputDir: 'test-results',
  workers: Number(process.env.JOURNEY_WORKERS ?? 2),
  fullyParallel: true,
  // A journey that fails runs once more, with a trace, and `npm test` fails if more than one did (docs/decisions/0020).
  retries: isSoak ? 0 : 1,
  forbidOnly: jsonReport !== undefined,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: jsonReport ? [['line'], ['json', { outputFile: jsonReport }]] : [['line']],
  use: {
    browserName: 'chromium',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Animations cost a tenth of a journey's processor time. Soak plays them.
    contextOptions: { reducedMotion: isSoak ? 'no-preference' : 'reduce' },
    screenshot: 'only-on-failure',
    trace: isSoak ? 'off' : 'on-first-retry',
    launchOptions: chromiumLaunch(),
  },
  projects: [
    {
      name: 'phone',
      use: {
        viewport: { width: 390, height: 844 },
        userAgent: phone.userAgent,
        deviceScaleFactor: 2,
        hasTouch: true,
        isMobile: true,
      },
    },
    {
      name: 'desktop',
      // A wide screen runs the journeys whose layout depends on the width; in soak, all that a desktop can run.
      ...(isSoak ? { testIgnore: phoneOnly } : { grep: /@wide/ }),
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
});
