import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// A busy machine is slow, not wrong: only what hangs runs into this, in milliseconds.
const testTimeout = 30_000;

const pageSetting = {
  testTimeout,
  // As for journeys (docs/decisions/0020): what waits for a page may wait too short on a busy machine, and is marked then.
  retry: process.env.SOAK ? 0 : 1,
  environment: 'jsdom',
  setupFiles: ['tests/support/page.ts'],
  css: { modules: { classNameStrategy: 'non-scoped' as const } },
};
// Tests of what listens to the window, or of scripts that stay in it.
const alone = ['tests/src/{app,offline,pwa}/**/*.test.tsx', 'tests/src/checkout/{cashfree,leave}-*.test.tsx'];
// They fill in a form of many fields anew for each of its rules, nearly a third of the time of all pages: too long for `check`.
const longForms = [
  'tests/src/auth/register-page.test.tsx',
  'tests/src/content/{contact-form,submissions/grievance-form}.test.tsx',
  'tests/src/student/profile/profile-form.test.tsx',
];

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
        // One browser for all files of a worker, which halves their time; modules and toasts begin anew with each file.
        test: {
          ...pageSetting,
          name: 'page',
          include: ['tests/**/*.test.tsx'],
          exclude: process.env.QUICK_CHECK ? [...alone, ...longForms] : alone,
          isolate: false,
          server: { deps: { inline: ['@mantine/notifications'] } },
        },
      },
      { plugins: [react()], test: { ...pageSetting, name: 'page-alone', include: alone } },
    ],
  },
});
