import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emailShape } from '../../contract/email-shape.ts';
import { toLine } from '../../contract/plain-text.ts';
import { contactFormSchema } from '../../contract/submissions.ts';
import { normalizeEmail } from '../../machines/contact-rules.ts';
import { deviceName } from '../../server/auth/session/device-name.ts';
import { textFaults } from '../../server/content/check/text-faults.ts';
import { linkFault } from '../../server/content/link-fault.ts';
import { root } from '../repository/source-files.ts';
import { withinTenSeconds } from '../support/time-limit.ts';

/** About as many characters as the body of an API call may contain. */
const longest = 250_000;
const fill = (unit: string) => unit.repeat(longest / unit.length);

/** Adds the patterns of a Zod schema, and of all schemas in it, to `found`. */
function collectPatterns(value: unknown, found: Map<string, RegExp>, seen: Set<unknown>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (value instanceof RegExp) found.set(String(value), value);
  else if ('_zod' in value) collectPatterns((value as { _zod: { def: unknown } })._zod.def, found, seen);
  else for (const part of Object.values(value)) collectPatterns(part, found, seen);
}

const found = new Map<string, RegExp>();
for (const name of readdirSync(join(root, 'contract'), { recursive: true, encoding: 'utf8' }))
  if (name.endsWith('.ts')) collectPatterns(await import(join(root, 'contract', name)), found, new Set());

/** Texts on which patterns that can match a text in many ways take long, because they nearly match. */
const texts = ['', 'a@', '/', '+', 'a'].flatMap((start) =>
  ['.', '@', 'a', '0', ' ', '-', '/', '(', '<', 'a.', 'a-', '0-', '0 ', '()'].flatMap((unit) =>
    ['', '@', '!', '\n'].map((end) => `${start}${fill(unit)}${end}`),
  ),
);

describe('regular expressions', () => {
  it('the search for regular expressions in the schemas of the contract finds more than ten, including the one for email addresses', () => {
    expect(found.size).toBeGreaterThan(10);
    expect([...found.keys()]).toContain(String(emailShape));
  });

  it.each([...found.values()])(
    'the regular expression %s of the contract checks texts of 250,000 characters quickly',
    (pattern) => {
      expect(() => withinTenSeconds(() => texts.filter((text) => pattern.test(text)))).not.toThrow();
    },
  );

  it.each<[string, () => unknown]>([
    ['an enquiry', () => contactFormSchema.safeParse({ email: `a@${fill('.')}@` })],
    ['the email address of a sign-in', () => normalizeEmail(`a@${fill('.')}@`)],
    ['a link of the content', () => linkFault(`mailto:a@${fill('.')}@`)],
    ['an email address of the content', () => textFaults('a.json', { email: `a@${fill('.')}@` }, new Set())],
    ['a title of the content', () => textFaults('a.json', { title: fill('<a') }, new Set())],
    ['the user agent of a browser', () => deviceName(fill('Version/'))],
    ['HTML without an end of a tag', () => toLine(fill('<'))],
  ])('the check of this input with 250,000 characters takes at most ten seconds: %s', (_, check) => {
    expect(() => withinTenSeconds(check)).not.toThrow();
  });

  it.each(['a@b.c', 'a@b.c.d', 'first.last@mail.example.com', 'a@.b.c', 'a@b..c'])(
    'the text “%s” has the form of an email address',
    (text) => {
      expect([emailShape.test(text), normalizeEmail(text)]).toEqual([true, text]);
    },
  );

  it.each(['', 'a', 'a@', '@b.c', 'a@b', 'a@.c', 'a@b.', 'a@b@c.d', 'a b@c.d', 'a@b.c d'])(
    'the text “%s” does not have the form of an email address',
    (text) => {
      expect([emailShape.test(text), normalizeEmail(text)]).toEqual([false, null]);
    },
  );
});
