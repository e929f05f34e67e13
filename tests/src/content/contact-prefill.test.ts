import { describe, expect, it } from 'vitest';
import { contactPath, readContactPrefill } from '../../../src/content/contact-prefill.ts';

describe('an address that fills in the contact form', () => {
  it('carries subject and message, and is read as it was written', () => {
    const prefill = { subject: 'course', message: 'Which course suits me, & when?' };
    const path = contactPath(prefill);
    expect(path).toBe('/contact-us?subject=course&message=Which+course+suits+me%2C+%26+when%3F');
    const search = Object.fromEntries(new URL(path, 'https://site.example').searchParams);
    expect(readContactPrefill(search)).toEqual(prefill);
  });

  it('is read with a number for a message, and anything else counts for nothing', () => {
    expect(readContactPrefill({ message: 302 })).toEqual({ message: '302' });
    expect(readContactPrefill({ subject: ['course'], message: { a: 1 }, tab: 'x' })).toEqual({});
    expect(readContactPrefill({ message: 'x'.repeat(6000) }).message).toHaveLength(5000);
  });
});
