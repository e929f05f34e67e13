import { expect, it } from 'vitest';
import { readSource, sourceFiles } from './source-files.ts';

/**
 * Words of this project's own that were replaced by the standard ones: queue, status, save, store, result, placeholder,
 * library. Nobody outside would understand them.
 */
const retired = /(?<![a-z])(?:add-?desk|album|bones|hindered|joiner|keeper|shelf|verdict)s?(?![a-z])/gi;

/** The names of two characters in Unicode. */
const standardNames = /zero-width joiner and non-joiner/gi;

it('no source file uses a word from the list of retired jargon', () => {
  const found = sourceFiles().flatMap((file) =>
    [...readSource(file).replaceAll(standardNames, '').matchAll(retired)].map(([word]) => `${file}: ${word}`),
  );
  expect(found).toEqual([]);
});
