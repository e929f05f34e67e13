import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
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
          environment: 'jsdom',
          include: ['tests/**/*.test.tsx'],
          setupFiles: ['tests/support/page.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
});
