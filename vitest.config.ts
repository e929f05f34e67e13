import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// A busy machine is slow, not wrong: only what hangs runs into this, in milliseconds.
const testTimeout = 30_000;

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
          testTimeout,
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/**/*.cluster.test.ts'],
          globalSetup: ['tests/support/cluster.global.ts'],
        },
      },
      {
        // Tests that kill and restart PostgreSQL: clusters of their own, one at a time, after all others.
        test: {
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
        test: {
          name: 'page',
          testTimeout,
          environment: 'jsdom',
          include: ['tests/**/*.test.tsx'],
          setupFiles: ['tests/support/page.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
});
