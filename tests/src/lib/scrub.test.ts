import { describe, expect, it } from 'vitest';
import { scrub } from '../../../src/lib/scrub.ts';

describe('the text of an error report', () => {
  it.each([
    ['no account asha.nair+x@example.com here', 'no account [email] here'],
    ['asha.nair@example.com:8080 and <dev@mail.example.co.in>', '[email]:8080 and <[email]>'],
    ['load@https://x.example/students/asha@example.com/a.js:1:2', 'load@[email]/a.js:1:2'],
    ['call +91 98765 00001', 'call [number]'],
    ['phone 9876500001 is bad', 'phone [number] is bad'],
    ['INDOS 24EL0001, passport p1000001', 'INDOS [number], passport [number]'],
    ['at https://x.example/login?identifier=9#top:1:2', 'at https://x.example/login:1:2'],
    ['Unexpected token, "Asha Nair" is not valid JSON', 'Unexpected token, "…" is not valid JSON'],
    ["bad value 'Harbour View Street'", "bad value '…'"],
    ["reading 'street' of 'Harbour View'", "reading 'street' of '…'"],
  ])('contacts, numbers and quoted texts are removed from an error report: %s', (text, left) => {
    expect(scrub(text)).toBe(left);
  });

  it.each([
    "Cannot read properties of undefined (reading 'mobile')",
    'at submit (https://x.example/assets/register-Ab12Cd34.js:1:123456)',
    'submit@https://academy.example.com/assets/register-Ab12Cd34.js:8:30773',
    'async*send/<@https://academy.example.com/assets/page-api-Ab12Cd34.js:1:20',
    '@http://127.0.0.1:3000/assets/index-Ab12Cd34.js:1:2',
    'Request failed with status 409',
  ])('property names, code positions and status codes are not removed from an error report: %s', (text) => {
    expect(scrub(text)).toBe(text);
  });
});
