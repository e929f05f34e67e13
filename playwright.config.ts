import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './setup/browser.mjs';

const ROOT_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const isRoot = process.getuid?.() === 0;
const executablePath = findChromium();
const jsonReport = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;
const phone = devices['Pixel 7'];

// No server here: each worker starts its own on the production build (e2e/support/site-server.ts).
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  // A journey that fails runs once more, and is told as flaky; the full numbers allow none of that (docs/decisions/0020).
  retries: process.env.SOAK ? 0 : 1,
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
    launchOptions: { ...(executablePath && { executablePath }), args: isRoot ? ROOT_FLAGS : [] },
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
    // A phone that students share is no desktop; paths are about the machines and schedules about the outbox, the same on both.
    {
      name: 'desktop',
      testIgnore: ['e2e/shared-phone.spec.ts', 'e2e/paths.spec.ts', 'e2e/outbox-schedules.spec.ts'],
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
});
