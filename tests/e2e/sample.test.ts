import { globSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { isPlayed, keyboardFiles } from '../../e2e/support/sample.ts';

afterEach(() => void vi.unstubAllEnvs());

test('the list keyboardFiles contains every end-to-end test file with journeys by keyboard alone', () => {
  const files = globSync('e2e/**/keyboard-*.spec.ts').map((path) => path.slice('e2e/'.length, -'.spec.ts'.length));
  expect(files.toSorted()).toEqual(keyboardFiles.toSorted());
});

test('a complete run of npm test plays one of the files with keyboard journeys, and a run of only the end-to-end tests plays all', () => {
  vi.stubEnv('ALTERNATE', '1');
  expect(keyboardFiles.filter(isPlayed)).toHaveLength(1);
  vi.stubEnv('ALTERNATE', undefined);
  expect(keyboardFiles.filter(isPlayed)).toEqual(keyboardFiles);
});
