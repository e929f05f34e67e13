import fc from 'fast-check';
import { expect, it } from 'vitest';
import { damagePlace } from '../../lab/json-place.ts';

it.each([
  ['', 'line 1, column 1'],
  ['{"a": 1', 'line 1, column 8'],
  ['{"a": 1,}', 'line 1, column 9'],
  ['[1,\n  02]', 'line 2, column 3'],
  ['{"a" 1}', 'line 1, column 6'],
  ['{\n  a: 1\n}', 'line 2, column 3'],
  ['["a\nb"]', 'line 1, column 2'],
  ['[1] [2]', 'line 1, column 5'],
  ['[1, 2}', 'line 1, column 6'],
  ['[nul]', 'line 1, column 2'],
  ['{1: 2}', 'line 1, column 2'],
])('in the invalid JSON %j, the syntax error is located at %s', (text, place) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(damagePlace(text)).toBe(place);
});

it('in any JSON text, an invalid character at the beginning of a line is located by its line and column', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), fc.nat(), (json, at) => {
      const lines = JSON.stringify(JSON.parse(json), null, 2).split('\n');
      const line = at % lines.length;
      const indent = /^ */.exec(lines[line] ?? '')?.[0].length ?? 0;
      const damaged = lines.with(line, `${' '.repeat(indent)}§${lines[line]?.slice(indent)}`).join('\n');
      expect(damagePlace(damaged)).toBe(`line ${line + 1}, column ${indent + 1}`);
    }),
  );
});
