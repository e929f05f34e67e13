import { defineConfig, devices } from '@playwright/test';
import { chromiumLaunch } from './e2e/support/chromium.ts';

const jsonReport = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;
const phone = devices['Pixel 7'];
const isSoak = process.env.SOAK !== undefined;
const specs = (...names: string[]) => names.map((name) => `e2e/${name}.spec.ts`);
/** A phone that students share is no desktop; paths are about the machines and schedules about the outbox, the same on both. */
const onPhonesOnly = specs('shared-phone', 'paths', 'outbox-schedules');
/** What a screen's width changes little: connection, storage, money behind the screen. On both by soak. */
const narrowEnough = specs(
  ...['add-offline', 'connection', 'read-offline', 'storage', 'voyage', 'low-data', 'deploy', 'resume', 'sign-out'],
  ...['decline-and-retry', 'order-changed', 'payment-pending', 'reset-password'],
);

// No server here: each worker starts its own on the production build (e2e/support/site-server.ts).
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  // A journey that fails runs once more, and is told as flaky; the full numbers allow none of that (docs/decisions/0020).
  retries: isSoak ? 0 : 1,
  forbidOnly: jsonReport !== undefined,
  timeout: 240_000,
  expect: { timeout: 15_000 },
  reporter: jsonReport ? [['line'], ['json', { outputFile: jsonReport }]] : [['line']],
  use: {
    browserName: 'chromium',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
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
      testIgnore: isSoak ? onPhonesOnly : [...onPhonesOnly, ...narrowEnough],
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
});
