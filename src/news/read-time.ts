import { wordsPerMinute } from '../../contract/limits.ts';

/** Minutes that a text of `words` words takes, rounded up; at least one (document 2, section 3). */
export function readTime(words: number): number {
  return Math.max(1, Math.ceil(words / wordsPerMinute));
}
