import { existsSync, readFileSync } from 'node:fs';

function read(path) {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** At least one failure where a runner failed without naming a test: it could not start, or a file could not be loaded. */
function honest(counts, exitCode) {
  const isHidden = exitCode !== 0 && counts.failed === 0;
  return isHidden ? { ...counts, failed: 1 } : counts;
}

/** Passed, failed and skipped of a Vitest JSON report; a file that could not be loaded counts as one failure. */
export function countVitest(path, exitCode) {
  const report = read(path);
  if (!report) return honest({ passed: 0, failed: 0, skipped: 0 }, exitCode || 1);
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
  return honest(counts, exitCode);
}

/** Passed, failed and skipped of a Playwright JSON report; a flaky journey, which passed when it ran once more, has passed. */
export function countPlaywright(path, exitCode) {
  const report = read(path);
  if (!report) return honest({ passed: 0, failed: 0, skipped: 0 }, exitCode || 1);
  const { expected, unexpected, flaky, skipped } = report.stats;
  return honest({ passed: expected + flaky, failed: unexpected + report.errors.length, skipped }, exitCode);
}

/** Sums counts. */
export function sum(all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) for (const key of Object.keys(total)) total[key] += counts[key];
  return total;
}

const firstLine = (text) => `${text ?? ''}`.split('\n', 1)[0];

function toldVitest({ name, message, assertionResults }) {
  if (assertionResults.length === 0) return [`failed: ${name}: ${firstLine(message)}`];
  return assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => `failed: ${name}: ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
}

/** A line for each failure of a Vitest JSON report: file, title, first line of the message. */
export function tellVitest(path) {
  const failed = (read(path)?.testResults ?? []).filter((file) => file.status === 'failed');
  return failed.flatMap(toldVitest);
}

const told = { unexpected: 'failed', flaky: 'flaky' };

function toldPlaywright({ title, file, tests }) {
  return tests
    .filter((test) => test.status in told)
    .map((test) => {
      const messages = test.results.map((result) => result.error?.message).filter(Boolean);
      return `${told[test.status]}: e2e/${file}: [${test.projectName}] ${title}: ${firstLine(messages[0])}`;
    });
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

/** A line for each failed or flaky journey of a Playwright JSON report: file, device, title, first line of the message. */
export function tellPlaywright(path) {
  const report = read(path);
  if (!report) return [];
  const errors = (report.errors ?? []).map((error) => `failed: e2e: ${firstLine(error.message)}`);
  return [...(report.suites ?? []).flatMap(specsOf).flatMap(toldPlaywright), ...errors];
}
