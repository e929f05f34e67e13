import { globSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { isPlayed, keyboardFiles } from '../../e2e/support/sample.ts';

afterEach(() => void vi.unstubAllEnvs());

test('the list of files with keyboard journeys, of which npm test plays another one each day, contains every such file', () => {
  const files = globSync('e2e/**/keyboard-*.spec.ts').map((path) => path.slice('e2e/'.length, -'.spec.ts'.length));
  expect(files.toSorted()).toEqual(keyboardFiles.toSorted());
});

test('npm test as a whole plays only one file with keyboard journeys, while playing just the journeys or one file leaves out none', () => {
  vi.stubEnv('ALTERNATE', '1');
  expect(keyboardFiles.filter(isPlayed)).toHaveLength(1);
  vi.stubEnv('ALTERNATE', undefined);
  expect(keyboardFiles.filter(isPlayed)).toEqual(keyboardFiles);
});
