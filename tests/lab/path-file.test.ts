import { describe, expect, it } from 'vitest';
import { type PathFile, readPathFile } from '../../lab/path-file.ts';

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
  it('readPathFile returns the content of a valid path file unchanged', () => {
    expect(readPathFile(JSON.stringify(path, null, 2))).toEqual({ file: path, trouble: null });
  });

  it('readPathFile refuses a damaged path file with the line and column of the JSON syntax error', () => {
    const text = JSON.stringify(path, null, 2);
    expect(readPathFile(text.slice(0, 40)).trouble).toBe('no valid JSON at line 3, column 3');
    expect(readPathFile(text.replace('"login",', '"login"')).trouble).toBe('no valid JSON at line 5, column 3');
    expect(readPathFile(text.replace('"login"', 'login')).trouble).toBe('no valid JSON at line 4, column 14');
    expect(readPathFile(`${text}}`).trouble).toMatch(/^no valid JSON at line \d+, column 2$/);
    expect(readPathFile(text.slice(0, -2)).trouble).toMatch(/^no valid JSON at line \d+, column 4$/);
    expect(readPathFile('').trouble).toBe('the file is empty');
  });

  it('readPathFile refuses a path file with a value over its limit and names the field and the limit', () => {
    expect(troubleOf({ title: 'x'.repeat(121) })).toBe('title: is too long: at most 120 characters');
    const many = Array.from({ length: 501 }, () => path.steps[1]);
    expect(troubleOf({ steps: many })).toBe('steps: has too many steps: at most 500');
    expect(troubleOf(event({ code: [{ typed: 'x'.repeat(81) }] }))).toBe(
      'step 1, event, code, number 1, typed: is too long: at most 80 characters',
    );
    expect(troubleOf(event({ code: 12 }))).toBe('step 1, event, code: is no value for a path: numbers are fixtures');
    expect(troubleOf({ start: { state: 'x', texts: ['x'.repeat(201)] } })).toBe(
      'start, texts, number 1: is too long: at most 200 characters',
    );
  });

  it('readPathFile refuses a path file with an invalid field and names the field', () => {
    expect(troubleOf({ format: 'gpx' })).toBe('format: is no path file of this site');
    expect(troubleOf({ version: 2 })).toBe('version: is a version that is not known here (known: 1)');
    expect(troubleOf({ steps: [path.steps[0], { event: { type: 'x' }, expect: {} }] })).toBe(
      'step 2, event, type: is no event, such as code.submit or lookUp done; step 2, expect, state: is no state',
    );
    expect(troubleOf({ author: 'me' })).toBe('the file: has no place for author');
    expect(readPathFile('[]').trouble).toMatch(/^the file /);
  });

  it.each([
    ['an email address', event({ code: 'asha@example.com' })],
    ['a phone number', event({ code: '98765 00001' })],
    ['an INDOS number', event({ code: '24EL0001' })],
    ['a passport number', event({ code: { typed: 'P1000001' } })],
    ['a one-time code as a number', event({ code: 123456 })],
    ['a phone number in its title', { title: 'Call 98765 00001' }],
    ['an order number in a URL', { start: { state: 'confirmed', url: '/confirmation/LF-2026-000123-1' } }],
    ['an email address in a text of the page', { start: { state: 'x', texts: ['Sent to asha@example.com'] } }],
  ])('readPathFile refuses a path file that contains personal or secret data: %s', (_, different) => {
    expect(troubleOf(different)).not.toBeNull();
  });
});
