import { describe, expect, it } from 'vitest';
import { findJsonFault } from '../../contract/json-fault.ts';
import type { PathFile } from '../../contract/path-file.ts';
import { readPathFile } from '../../contract/read-path-file.ts';

const path: PathFile = {
  format: 'landfall-path',
  version: 1,
  machine: 'login',
  chart: '0a1b2c3d',
  title: 'Wrong password, then back',
  fixtures: ['student.email'],
  input: {},
  start: { state: 'enteringIdentifier' },
  steps: [
    { event: { type: 'identifier.submit', identifier: { fixture: 'student.email' } }, expect: { state: 'lookingUp' } },
    {
      event: { type: 'lookUp done', outcome: 'found' },
      expect: { state: 'choosingMethod', texts: ['Choose how to sign in'], url: '/login' },
    },
  ],
};
const troubleOf = (different: object) => readPathFile(JSON.stringify({ ...path, ...different })).trouble;
const event = (fields: object) => ({ steps: [{ event: { type: 'code.submit', ...fields }, expect: { state: 'x' } }] });

describe('a path file', () => {
  it('a path file is read as it was written', () => {
    expect(readPathFile(JSON.stringify(path, null, 2))).toEqual({ file: path, trouble: null });
  });

  it('a damaged path file is refused with line and column', () => {
    const text = JSON.stringify(path, null, 2);
    expect(readPathFile(text.slice(0, 40)).trouble).toMatch(/^line 3, column \d+: /);
    expect(readPathFile(text.replace('"login",', '"login"')).trouble).toBe(
      'line 5, column 3: a comma or } has to stand here',
    );
    expect(readPathFile('').trouble).toBe('line 1, column 1: the file ends where a value has to stand');
  });

  it('a path file of another shape is refused with the field', () => {
    expect(troubleOf({ format: 'gpx' })).toBe('format: is no path file of this site');
    expect(troubleOf({ version: 2 })).toBe('version: is a version that is not known here (known: 1)');
    expect(troubleOf({ steps: [path.steps[0], { event: { type: 'x' }, expect: {} }] })).toBe(
      'step 2, event, type: is no event, such as code.submit or lookUp done; step 2, expect, state: is no state',
    );
    expect(troubleOf({ author: 'me' })).toBe('the file: has no place for author');
    expect(readPathFile('[]').trouble).toMatch(/^the file /);
  });

  it.each([
    ['an e-mail address', event({ code: 'asha@example.com' })],
    ['a phone', event({ code: '98765 00001' })],
    ['an INDOS number', event({ code: '24EL0001' })],
    ['a passport', event({ code: { typed: 'P1000001' } })],
    ['a code in figures', event({ code: 123456 })],
    ['a phone in the title', { title: 'Call 98765 00001' }],
    ['an order in the address', { start: { state: 'confirmed', url: '/confirmation/LF-2026-000123-1' } }],
    ['a text with an e-mail address', { start: { state: 'x', texts: ['Sent to asha@example.com'] } }],
  ])('a path file that contains %s is refused', (_, different) => {
    expect(troubleOf(different)).not.toBeNull();
  });
});

describe('JSON syntax errors', () => {
  const samples = ['{}', '[1, -2.5e3, "a\\n\\u00e9", null, [true, {"b": false}]]', ' "x" ', '0'];

  it('findJsonFault finds a fault exactly in the texts that are not valid JSON', () => {
    for (const sample of samples) {
      for (let at = 0; at <= sample.length; at++) {
        for (const changed of [sample.slice(0, at), `${sample.slice(0, at)}}${sample.slice(at)}`]) {
          const isJson = (() => {
            try {
              JSON.parse(changed);
              return true;
            } catch {
              return false;
            }
          })();
          expect(findJsonFault(changed) === null, changed).toBe(isJson);
        }
      }
    }
  });
});
