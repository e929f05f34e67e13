import { expect, it } from 'vitest';
import { academyDay } from '../../../src/content/academy-day.ts';
import { plainText } from '../../../src/content/rich-text.tsx';

it('changes the academy day at midnight in Asia/Kolkata', () => {
  expect(academyDay(new Date('2026-11-20T18:29:59Z'))).toBe('2026-11-20');
  expect(academyDay(new Date('2026-11-20T18:30:00Z'))).toBe('2026-11-21');
});

it('takes the words out of content HTML', () => {
  expect(plainText('<p>Fire &amp; <b>water</b></p>\n<p>Six&nbsp;days</p>')).toBe('Fire & water Six days');
});
