import { describe, expect, it } from 'vitest';
import { contactPath, readContactPrefill } from '../../../../../src/content/submissions/contact/contact-prefill.ts';

describe('prefilling the contact form by its address', () => {
  it('the subject and message that a link puts into the URL of the contact form are read back unchanged', () => {
    const prefill = { subject: 'course', message: 'Which course suits me, & when?' };
    const path = contactPath(prefill);
    expect(path).toBe('/contact-us?subject=course&message=Which+course+suits+me%2C+%26+when%3F#write');
    const search = Object.fromEntries(new URL(path, 'https://site.example').searchParams);
    expect(readContactPrefill(search)).toEqual(prefill);
  });

  it('the contact form accepts a number as the message in its URL, ignores other types and cuts long messages', () => {
    expect(readContactPrefill({ message: 302 })).toEqual({ message: '302' });
    expect(readContactPrefill({ subject: ['course'], message: { a: 1 }, tab: 'x' })).toEqual({});
    expect(readContactPrefill({ message: 'x'.repeat(6000) }).message).toHaveLength(5000);
  });
});
