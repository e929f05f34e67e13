import { expect, it } from 'vitest';
import { plainText } from '../../../src/content/rich-text.tsx';

it('takes the words out of content HTML', () => {
  expect(plainText('<p>Fire &amp; <b>water</b></p>\n<p>Six&nbsp;days</p>')).toBe('Fire & water Six days');
});
