import { expect, it } from 'vitest';
import { greet } from '../../../server/auth/greeting.ts';

it.each(['Asha', 'J. Nair', 'J.Nair', 'Asha.K', 'S/O.Kumar', 'K.R. Nair', 'D’Souza', 'Anne-Marie', 'Ñ'])(
  'an email greets the student %s by name',
  (name) => {
    expect(greet(name)).toBe(`Dear ${name},`);
  },
);

it.each([
  'You won! open http://evil.example/x now',
  'http://evil',
  'WWW.evil',
  'www.9',
  'see evil.example',
  'ab.io',
  '24.in',
  'a@b',
  'evil.example/x',
])('the greeting of an email leaves out the student name “%s”, because it looks like a link', (name) => {
  expect(greet(name)).toBe('Dear student,');
});
