import { globSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { isPlayed, keyboardFiles } from '../../e2e/support/sample.ts';

afterEach(() => void vi.unstubAllEnvs());

test('every file with long journeys by keyboard is in the list of those that npm test plays in turn', () => {
  const files = globSync('e2e/**/keyboard-*.spec.ts').map((path) => path.slice('e2e/'.length, -'.spec.ts'.length));
  expect(files.toSorted()).toEqual(keyboardFiles.toSorted());
});

test('a complete run of npm test plays one file with journeys by keyboard, and a run of the journeys or of a file plays all', () => {
  vi.stubEnv('ALTERNATE', '1');
  expect(keyboardFiles.filter(isPlayed)).toHaveLength(1);
  vi.stubEnv('ALTERNATE', undefined);
  expect(keyboardFiles.filter(isPlayed)).toEqual(keyboardFiles);
});
