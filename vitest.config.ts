import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// A busy machine is slow, not wrong: only a test that hangs runs into this limit, in milliseconds.
const testTimeout = 30_000;
const pollTimeout = 10_000;

const everyTest = { testTimeout, retry: 0, expect: { poll: { timeout: pollTimeout } } };

const nodeTests = {
  ...everyTest,
  environment: 'node' as const,
  globalSetup: ['tests/support/cluster.global.ts'],
};
// These change what a process has only one of: globals, modules (vi.mock), the environment, signal handlers.
const nodeAlone = ['tests/src/offline/**/*.test.ts'];

const pageTests = {
  ...everyTest,
  environment: 'jsdom' as const,
  setupFiles: ['tests/support/page.ts'],
  css: { modules: { classNameStrategy: 'non-scoped' as const } },
};
// These listen to the window, load scripts that stay in it, or give it an IndexedDB, in which pages would store data.
const pageAlone = [
  'tests/src/{app,offline,pwa}/**/*.test.tsx',
  'tests/src/checkout/**/{cashfree,leave}-*.test.tsx',
  'tests/src/checkout/resume/*.test.tsx',
  'tests/src/cart/price-when-added.test.tsx',
];

// A file runs beside others in one process, which saves most of its time, unless it is named in one of the lists above.
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
          exclude: ['tests/**/*.cluster.test.ts', ...nodeAlone],
          isolate: false,
        },
      },
      { test: { ...nodeTests, name: 'node-alone', include: nodeAlone } },
      {
        // Tests that kill and restart PostgreSQL: each has a cluster of its own, with fsync on; they run one at a time, after all others.
        test: {
          ...everyTest,
          name: 'cluster',
          environment: 'node',
          include: ['tests/**/*.cluster.test.ts'],
          testTimeout: 60_000,
          fileParallelism: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [react()],
        // Modules and notifications begin anew with each file (tests/support/page.ts).
        test: {
          ...pageTests,
          name: 'page',
          include: ['tests/**/*.test.tsx'],
          exclude: pageAlone,
          isolate: false,
          server: { deps: { inline: ['@mantine/notifications'] } },
        },
      },
      { plugins: [react()], test: { ...pageTests, name: 'page-alone', include: pageAlone } },
    ],
  },
});
