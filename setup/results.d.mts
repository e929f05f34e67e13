export type Counts = { passed: number; failed: number; skipped: number };
/** Passed, failed and skipped of a Vitest JSON report; a file that could not be loaded counts as one failure. */
export function countVitest(path: string, exitCode: number): Counts;
/** Passed, failed and skipped of a Playwright JSON report; a flaky journey, which passed when it ran once more, has passed. */
export function countPlaywright(path: string, exitCode: number): Counts;
/** Sums counts. */
export function sum(all: Counts[]): Counts;
/** A line for each failure of a Vitest JSON report: file, title, first line of the message. */
export function tellVitest(path: string): string[];
/** A line for each failed or flaky journey of a Playwright JSON report: file, device, title, first line of the message. */
export function tellPlaywright(path: string): string[];
