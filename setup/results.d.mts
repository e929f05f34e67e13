export type Counts = { passed: number; failed: number; skipped: number };
/** Passed, failed and skipped of a Vitest JSON report; a file that could not be loaded counts as one failure. */
export function countVitest(path: string, exitCode: number): Counts;
/** Passed, failed and skipped of a Playwright JSON report; a flaky test counts as failed. */
export function countPlaywright(path: string, exitCode: number): Counts;
/** Sums counts. */
export function sum(all: Counts[]): Counts;
