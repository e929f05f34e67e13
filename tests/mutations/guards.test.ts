import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSource, root } from '../repository/source-files.ts';
import { guards } from './guards.ts';

describe('hand-written guards', () => {
  it('each safeguard in guards.ts, the list for mutation testing, quotes code that occurs exactly once in its source file', () => {
    const counted = guards.map(({ name, file, text }) => {
      const occurrences = existsSync(join(root, file)) ? readSource(file).split(text).length - 1 : 0;
      return { name, file, occurrences };
    });
    expect(counted.filter(({ occurrences }) => occurrences !== 1)).toEqual([]);
  });

  it('each safeguard in guards.ts, the list for mutation testing, names test files that exist', () => {
    const missing = guards.flatMap(({ name, tests }) =>
      tests.filter((file) => !existsSync(join(root, file))).map((file) => ({ name, file })),
    );
    expect(missing).toEqual([]);
  });
});
