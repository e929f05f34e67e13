import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './command.mjs';

export type Counts = { passed: number; failed: number; skipped: number };
/**
 * The result of a test run, as read from the JSON report of the test runner. `failures`: one line for each failed test,
 * with its name and the error message.
 */
export type TestReport = Counts & {
  failures: string[];
  /**
   * The journeys that failed at first and passed when they were run again: one line for each, with the path of its
   * trace.
   */
  repeated: string[];
  files: Array<{ name: string; seconds: number }>;
};

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: Array<{
    name: string;
    status: string;
    message?: string;
    startTime: number;
    endTime: number;
    assertionResults: Array<{ status: string; fullName: string; failureMessages: string[] }>;
  }>;
};

type PlaywrightResult = {
  duration: number;
  error?: { message?: string };
  attachments?: Array<{ name: string; path?: string }>;
};
type PlaywrightSpec = {
  title: string;
  file: string;
  tests: Array<{ status: string; projectName: string; results: PlaywrightResult[] }>;
};
type PlaywrightSuite = { specs?: PlaywrightSpec[]; suites?: PlaywrightSuite[] };
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: Array<{ message?: string }>;
  suites: PlaywrightSuite[];
};

/**
 * Returns an error message on one line, cut after 600 characters. All lines of the message are joined, because the
 * first line alone would not contain the compared values. Lines of the stack trace are left out.
 */
const onOneLine = (text: string | undefined) =>
  stripVTControlCharacters(text ?? '')
    .split(/\s*\n\s*/)
    .filter((line) => line && !line.startsWith('at '))
    .join(' | ')
    .slice(0, 600);

function readJson<T>(path: string): T | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Adds a failure if the test runner ended with an error although no test failed, for example because it could not
 * start. Journeys that failed at first and passed when they were run again cause no such error: Playwright then exits
 * with 0.
 */
function withHiddenFailure(report: TestReport, runner: string, exitCode: number): TestReport {
  if (exitCode === 0 || report.failed > 0) return report;
  return { ...report, failed: 1, failures: [`failed: ${runner} ended with exit code ${exitCode}`] };
}

function missingReport(runner: string): TestReport {
  const failures = [`failed: ${runner} wrote no report`];
  return { passed: 0, failed: 1, skipped: 0, failures, repeated: [], files: [] };
}

const isUnloaded = (file: VitestReport['testResults'][number]) =>
  file.status === 'failed' && file.assertionResults.length === 0;

function vitestFailures(file: VitestReport['testResults'][number]): string[] {
  const name = relative(root, file.name);
  if (isUnloaded(file)) return [`failed: ${name}: ${onOneLine(file.message)}`];
  return file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `failed: ${name}: ${fullName}: ${onOneLine(failureMessages[0])}`);
}

/** Reads the JSON report of Vitest. A test file that could not be loaded counts as one failure. */
export function readVitestReport(path: string, exitCode: number): TestReport {
  const report = readJson<VitestReport>(path);
  if (!report) return missingReport('Vitest');
  const result: TestReport = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.testResults.filter(isUnloaded).length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.filter(({ status }) => status === 'failed').flatMap(vitestFailures),
    repeated: [],
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      name: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
  };
  return withHiddenFailure(result, 'Vitest', exitCode);
}

const specsIn = (suite: PlaywrightSuite): PlaywrightSpec[] => [
  ...(suite.specs ?? []),
  ...(suite.suites ?? []).flatMap(specsIn),
];

function describeJourneys(spec: PlaywrightSpec, status: 'unexpected' | 'flaky'): string[] {
  return spec.tests
    .filter((test) => test.status === status)
    .map(({ projectName, results }) => {
      const message = results.map(({ error }) => error?.message).find(Boolean);
      const line = `e2e/${spec.file}: [${projectName}] ${spec.title}: ${onOneLine(message)}`;
      const trace = results.flatMap(({ attachments = [] }) => attachments).find(({ name }) => name === 'trace')?.path;
      return trace ? `${line} (trace: ${relative(root, trace)})` : line;
    });
}

function playwrightFiles(specs: PlaywrightSpec[]): TestReport['files'] {
  const seconds = new Map<string, number>();
  for (const { file, tests } of specs)
    for (const { projectName, results } of tests) {
      const name = `e2e/${file} [${projectName}]`;
      const spent = results.reduce((sum, { duration }) => sum + duration / 1000, 0);
      seconds.set(name, (seconds.get(name) ?? 0) + spent);
    }
  return [...seconds].map(([name, spent]) => ({ name, seconds: spent }));
}

/**
 * Reads the JSON report of Playwright. A journey that passed when it was run again counts as passed and is listed in
 * `repeated`. But if more than `mostRepeated` journeys had to be run again, all of these count as failed.
 */
export function readPlaywrightReport(path: string, exitCode: number, mostRepeated: number): TestReport {
  const report = readJson<PlaywrightReport>(path);
  if (!report) return missingReport('Playwright');
  const specs = report.suites.flatMap(specsIn);
  const { expected, unexpected, flaky, skipped } = report.stats;
  const repeated = specs.flatMap((spec) => describeJourneys(spec, 'flaky'));
  const failures = [
    ...specs.flatMap((spec) => describeJourneys(spec, 'unexpected')).map((line) => `failed: ${line}`),
    ...report.errors.map(({ message }) => `failed: e2e: ${onOneLine(message)}`),
  ];
  const isTooOften = flaky > mostRepeated;
  if (isTooOften) failures.push(`failed: ${flaky} journeys had to run twice; at most ${mostRepeated} may`);
  const result: TestReport = {
    passed: expected + (isTooOften ? 0 : flaky),
    failed: unexpected + report.errors.length + (isTooOften ? flaky : 0),
    skipped,
    failures,
    repeated,
    files: playwrightFiles(specs),
  };
  return withHiddenFailure(result, 'Playwright', exitCode);
}

export function sumCounts(all: readonly Counts[]): Counts {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) {
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
  return total;
}

/** Returns the test files that took the longest, slowest first: one line for each, with the seconds. */
export function slowestFiles(files: TestReport['files'], most = 10): string[] {
  return files
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, most)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
}
