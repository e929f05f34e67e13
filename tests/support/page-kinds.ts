import { createHash } from 'node:crypto';

const courseOfCategory = /^(\/course-booking\/).*-(\d)\d*$/;
const oneOfMany = /^(\/(?:blogs|events|marine-insights|departments\/details)\/).+/;

/**
 * Chooses one of the given public paths for each kind of page. All courses of a category are one kind, all posts of a
 * category are one kind, and all departments are one kind. Any other page is a kind of its own.
 */
export function onePageOfEachKind(paths: readonly string[]): string[] {
  const kinds = Map.groupBy(paths, (path) => path.replace(courseOfCategory, '$1$2').replace(oneOfMany, '$1'));
  return [...kinds.values()].flatMap((same) => same.at(-1) ?? []);
}

/**
 * Whether a path belongs to a random sample of all paths. `share`: the size of the sample, from 0 to 1. The same seed
 * gives the same sample.
 */
export function isInSample(path: string, { share, seed }: { share: number; seed: number }): boolean {
  return createHash('sha256').update(`${seed} ${path}`).digest().readUInt32BE() < share * 2 ** 32;
}
