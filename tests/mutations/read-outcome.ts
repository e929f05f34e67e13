import { readFile } from 'node:fs/promises';
import * as z from 'zod';

/** Titles of failed tests, files that failed without one, such as by what they need, and how many tests passed. */
export type Outcome = { failed: string[]; unloaded: string[]; passed: number };

const reportSchema = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

/** Reads a JSON report of Vitest; a run that wrote none could not begin. */
export async function readOutcome(path: string): Promise<Outcome> {
  const text = await readFile(path, 'utf8').catch(() => '');
  if (text === '') return { failed: [], unloaded: ['the whole run'], passed: 0 };
  const { numPassedTests, testResults } = reportSchema.parse(JSON.parse(text));
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
  const hasFailed = ({ assertionResults }: (typeof testResults)[number]) =>
    assertionResults.some(({ status }) => status === 'failed');
  // Where a database does not start in time its tests are not failed but left out: nothing is said of the guard.
  const isLeftOut = ({ assertionResults }: (typeof testResults)[number]) =>
    assertionResults.every(({ status }) => status !== 'passed' && status !== 'failed');
  const unloaded = testResults.filter((file) => !hasFailed(file) && (file.status === 'failed' || isLeftOut(file)));
  return { failed, unloaded: unloaded.map(({ name }) => name), passed: numPassedTests };
}
