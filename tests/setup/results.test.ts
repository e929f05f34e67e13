import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { countPlaywright, countVitest, sum, tellPlaywright, tellVitest } from '../../setup/results.mjs';

const folder = await mkdtemp(join(tmpdir(), 'landfall-results-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function report(content: unknown): Promise<string> {
  const path = join(folder, `${Math.random()}.json`);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const vitest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0, testResults: [] };

test('counts tests, and a file that could not be loaded as one failure', async () => {
  expect(countVitest(await report(vitest), 1)).toEqual({ passed: 5, failed: 1, skipped: 2 });
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{}] },
  ];
  expect(countVitest(await report({ ...vitest, testResults }), 1)).toEqual({ passed: 5, failed: 2, skipped: 2 });
});

test('counts a journey that passed at its second run as passed, and no other', async () => {
  const stats = { expected: 8, unexpected: 1, flaky: 1, skipped: 0 };
  expect(countPlaywright(await report({ stats, errors: [] }), 1)).toEqual({ passed: 9, failed: 1, skipped: 0 });
});

test('a runner that failed without naming a test is a failure', async () => {
  const allPassed = { ...vitest, numFailedTests: 0 };
  expect(countVitest(await report(allPassed), 1).failed).toBe(1);
  expect(countVitest(join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(countPlaywright(await report('{ half'), 137)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('sums its parts', () => {
  const part = { passed: 1, failed: 2, skipped: 3 };
  expect(sum([part, part])).toEqual({ passed: 2, failed: 4, skipped: 6 });
});

test('tells each failure and each flaky journey in a line', async () => {
  const unloaded = { name: 'a.test.ts', status: 'failed', message: 'No such module\nat a', assertionResults: [] };
  const assertionResults = [
    { status: 'failed', fullName: 'a seat is sold once', failureMessages: ['expected 2 to be 1\nat b'] },
    { status: 'passed', fullName: 'a seat is free', failureMessages: [] },
  ];
  const testResults = [unloaded, { name: 'b.test.ts', status: 'failed', assertionResults }, { status: 'passed' }];
  expect(tellVitest(await report({ ...vitest, testResults }))).toEqual([
    'failed: a.test.ts: No such module',
    'failed: b.test.ts: a seat is sold once: expected 2 to be 1',
  ]);
  const late = { status: 'flaky', projectName: 'phone', results: [{ error: { message: 'late\nat c' } }, {}] };
  const specs = [{ title: 'a student books', file: 'c.spec.ts', tests: [late, { status: 'expected', results: [{}] }] }];
  const journeys = { suites: [{ suites: [{ specs }] }], errors: [{ message: 'no browser' }] };
  expect(tellPlaywright(await report(journeys))).toEqual([
    'flaky: e2e/c.spec.ts: [phone] a student books: late',
    'failed: e2e: no browser',
  ]);
  expect(tellVitest(join(folder, 'none.json'))).toEqual([]);
});
