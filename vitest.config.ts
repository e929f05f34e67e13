import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { restingFiles } from './tests/support/day.ts';

// Timeouts in milliseconds. They are long, so that a test fails only if it hangs, not because the machine is busy.
const testTimeout = 30_000;
const pollTimeout = 10_000;

const everyTest = {
  testTimeout,
  retry: 0,
  // Testing Library prints no HTML of the page when a query fails. Printing would take a seventh of the time of page
  // tests, because a query that waits for an element fails several times. DEBUG_PRINT_LIMIT=7000 turns printing on.
  env: { DEBUG_PRINT_LIMIT: process.env.DEBUG_PRINT_LIMIT ?? '0' },
  expect: { poll: { timeout: pollTimeout } },
  sequence: { groupOrder: 2 },
  // The list of failures at the end of a run has one line for each failure. With up to 400 characters, the line can
  // show the compared values themselves.
  chaiConfig: { truncateThreshold: 400 },
};

const nodeTests = {
  ...everyTest,
  environment: 'node' as const,
  globalSetup: ['tests/support/cluster.global.ts'],
};
// Test files that change what all files in a process share: globals, modules (vi.mock), environment variables or signal
// handlers. Each runs in a process of its own.
const nodeAlone = ['tests/src/offline/**/*.test.ts'];

const pageTests = {
  ...everyTest,
  environment: 'jsdom' as const,
  setupFiles: ['tests/support/page.ts'],
  css: { modules: { classNameStrategy: 'non-scoped' as const } },
};
// Page tests that leave listeners of the document, timers or messages of the outbox behind. Each of these files runs in
// a process of its own. All other page tests share a process and its window.
const pageAlone = [
  'tests/src/offline/{start-*,sign-out,screens}.test.tsx',
  'tests/src/offline/{connection,outbox}/**/*.test.tsx',
  'tests/src/content/submissions/waiting-note.test.tsx',
  'tests/src/pwa/*.test.tsx',
  'tests/src/checkout/**/{cashfree,leave}-*.test.tsx',
];

/**
 * The test files that a whole run of `npm test` skips today (decision 164, "Play a part of the tests each day"). Tests
 * of money, seats, orders, carts, sign-in, state machines and the outbox run every day, apart from those that kill a
 * server.
 */
const resting = [
  ...restingFiles('tests/{lab,server/cli,server/content,server/html,src/staff}/**/*.test.{ts,tsx}', 14),
  ...restingFiles('tests/server/http/rates/storage-*.test.ts', 14),
  ...restingFiles('tests/**/{*.cluster,killed-run}.test.ts', 14),
  ...restingFiles('tests/server/{console,mail,metrics,news,notifications,offline,providers,reports}/**/*.test.ts', 5),
  ...restingFiles('tests/server/{db,departments,files,rosters,sandbox}/**/!(*.cluster).test.ts', 5),
  ...restingFiles('tests/server/{search,staff,student,submissions,telemetry}/**/*.test.ts', 5),
  ...restingFiles('tests/src/{auth,catalogue,content,home,news,search,site,student}/**/*.test.tsx', 5),
  ...restingFiles('tests/setup/**/*.test.ts', 5),
];

// The test files that are not in `nodeAlone` or `pageAlone` share processes, because starting a process takes longer
// than running most files.
export default defineConfig({
  test: {
    maxWorkers: Number(process.env.UNIT_WORKERS ?? 2),
    // Transformed modules are stored in node_modules for the next run.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          ...nodeTests,
          name: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/**/*.cluster.test.ts', ...nodeAlone, ...resting],
          isolate: false,
        },
      },
      { test: { ...nodeTests, name: 'node-alone', include: nodeAlone } },
      {
        // Tests that kill and restart PostgreSQL. Each has a cluster of its own, with fsync on. They run one at a time,
        // before all other unit tests. They mostly wait, so they leave the processor to the browser tests that run at the
        // same time.
        test: {
          ...everyTest,
          name: 'cluster',
          environment: 'node',
          include: ['tests/**/*.cluster.test.ts'],
          exclude: resting,
          testTimeout: 180_000,
          fileParallelism: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [react()],
        // Test files share a process and a window, so tests/support/page.ts resets all modules before each file. It can
        // reset only inlined packages, so inline the packages whose modules have state.
        test: {
          ...pageTests,
          name: 'page',
          include: ['tests/**/*.test.tsx'],
          exclude: [...pageAlone, ...resting],
          isolate: false,
          server: { deps: { inline: ['@mantine/notifications', '@mantine/spotlight', 'fake-indexeddb'] } },
        },
      },
      { plugins: [react()], test: { ...pageTests, name: 'page-alone', include: pageAlone } },
    ],
  },
});
