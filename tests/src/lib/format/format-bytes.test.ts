import { expect, it } from 'vitest';
import { formatBytes } from '../../../../src/lib/format/format-bytes.ts';

it.each([
  [0, '0 KB'],
  [9, '1 KB'],
  [860_160, '840 KB'],
  [2_516_582, '2.4 MB'],
  [10_485_760, '10.0 MB'],
])('formatBytes shows %s bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
