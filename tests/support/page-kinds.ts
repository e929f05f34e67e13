import { createHash } from 'node:crypto';

const courseOfCategory = /^(\/course-booking\/).*-(\d)\d*$/;
const oneOfMany = /^(\/(?:blogs|events|marine-insights|departments\/details)\/).+/;

/**
 * One public path of each kind: a course of each category, a post of each category, a department, and every other page.
 */
export function onePageOfEachKind(paths: readonly string[]): string[] {
  const kinds = Map.groupBy(paths, (path) => path.replace(courseOfCategory, '$1$2').replace(oneOfMany, '$1'));
  return [...kinds.values()].flatMap((same) => same.at(-1) ?? []);
}

/** Whether a path is in a random sample of about `share` (0 to 1) of all paths. The same seed gives the same sample. */
export function isInSample(path: string, { share, seed }: { share: number; seed: number }): boolean {
  return createHash('sha256').update(`${seed} ${path}`).digest().readUInt32BE() < share * 2 ** 32;
}
