import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '../../setup/command.mjs';
import { readPlaywrightReport, readVitestReport, slowestFiles, sumCounts } from '../../setup/test-reports.ts';

const folder = await mkdtemp(join(tmpdir(), 'landfall-reports-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function writeReport(content: unknown): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const vitest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0, testResults: [] };
const noTests = { passed: 0, failed: 1, skipped: 0 };

/** Playwright's report of a browser test that failed at first and passed when it ran once more. */
const flaky = (title: string) => ({
  title,
  file: 'c.spec.ts',
  tests: [
    {
      status: 'flaky',
      projectName: 'phone',
      results: [
        { duration: 3000, error: { message: '\u001b[2mlate\u001b[22m\n\n- []\n+ [404]\n    at c' } },
        { duration: 2000, attachments: [{ name: 'trace', path: join(root, 'test-results/c/trace.zip') }] },
      ],
    },
  ],
});
const playwright = (titles: string[]) => ({
  stats: { expected: 8, unexpected: 0, flaky: titles.length, skipped: 0 },
  errors: [],
  suites: [{ suites: [{ specs: titles.map(flaky) }] }],
});

test('a test file that Vitest could not load counts as one failed test', async () => {
  const counts = readVitestReport(await writeReport(vitest), 1);
  expect(counts).toMatchObject({ passed: 5, failed: 1, skipped: 2 });
  const unloaded = {
    name: join(root, 'a.test.ts'),
    status: 'failed',
    message: 'No such module\nat a',
    assertionResults: [],
  };
  const report = readVitestReport(await writeReport({ ...vitest, testResults: [unloaded] }), 1);
  expect(report.failed).toBe(2);
  expect(report.failures).toEqual(['failed: a.test.ts: No such module']);
});

test('the summary of a test run lists a failed Vitest test with its file, title and message on one line', async () => {
  const assertionResults = [
    { status: 'failed', fullName: 'a seat is sold once', failureMessages: ['expected 2 to be 1\nat b'] },
    { status: 'passed', fullName: 'a seat is free', failureMessages: [] },
  ];
  const testResults = [
    { name: join(root, 'b.test.ts'), status: 'failed', startTime: 1000, endTime: 3500, assertionResults },
    { name: join(root, 'c.test.ts'), status: 'passed', startTime: 0, endTime: 1, assertionResults: [] },
  ];
  const report = readVitestReport(await writeReport({ ...vitest, testResults }), 1);
  expect(report.failures).toEqual(['failed: b.test.ts: a seat is sold once: expected 2 to be 1']);
  expect(report.files[0]).toEqual({ name: 'b.test.ts', seconds: 2.5 });
});

test('a browser test that fails and passes on its retry counts as passed and is listed with its trace', async () => {
  const report = readPlaywrightReport(await writeReport(playwright(['a student books'])), 0, 1);
  expect(report).toMatchObject({ passed: 9, failed: 0, failures: [] });
  expect(report.repeated).toEqual([
    'e2e/c.spec.ts: [phone] a student books: late | - [] | + [404] (trace: test-results/c/trace.zip)',
  ]);
  expect(report.files).toEqual([{ name: 'e2e/c.spec.ts [phone]', seconds: 5 }]);
});

test('a non-zero exit code of Playwright fails the test run even if a browser test passed on its retry', async () => {
  const report = readPlaywrightReport(await writeReport(playwright(['a student books'])), 1, 1);
  expect(report).toMatchObject({ passed: 9, failed: 1 });
  expect(report.failures).toEqual(['failed: Playwright ended with exit code 1']);
});

test('the test run fails if more browser tests than allowed needed a retry', async () => {
  const path = await writeReport(playwright(['a student books', 'a student pays']));
  const report = readPlaywrightReport(path, 0, 1);
  expect(report).toMatchObject({ passed: 8, failed: 2 });
  expect(report.failures).toEqual(['failed: 2 journeys had to run twice; at most 1 may']);
  expect(readPlaywrightReport(await writeReport(playwright(['a student books'])), 0, 0).failed).toBe(1);
});

test('an error outside of every browser test counts as a failed test', async () => {
  const report = readPlaywrightReport(
    await writeReport({ ...playwright([]), errors: [{ message: 'no browser\nat d' }] }),
    1,
    1,
  );
  expect(report).toMatchObject({ passed: 8, failed: 1, failures: ['failed: e2e: no browser'] });
});

test('a test runner that fails without a failed test, or writes no report, counts as one failed test', async () => {
  const allPassed = { ...vitest, numFailedTests: 0 };
  expect(readVitestReport(await writeReport(allPassed), 1).failed).toBe(1);
  expect(readVitestReport(join(folder, 'none.json'), 0)).toMatchObject(noTests);
  expect(readPlaywrightReport(await writeReport('{ half'), 137, 1)).toMatchObject(noTests);
});

test('the summary of a test run adds up the passed and failed tests of all test runners', () => {
  const part = { passed: 1, failed: 2, skipped: 3 };
  expect(sumCounts([part, part])).toEqual({ passed: 2, failed: 4, skipped: 6 });
});

test('the summary of a test run lists the slowest test files, the longest first', () => {
  const files = [
    { name: 'a.test.ts', seconds: 1 },
    { name: 'b.test.ts', seconds: 12.25 },
    { name: 'c.test.ts', seconds: 2 },
  ];
  expect(slowestFiles(files, 2)).toEqual(['   12.3 s  b.test.ts', '    2.0 s  c.test.ts']);
});
