import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { plainText, RichText } from '../../../src/content/rich-text.tsx';

it('RichText renders HTML as elements', () => {
  render(<RichText html="<p>Six <b>days</b></p>" />);
  expect(screen.getByText('days').tagName).toBe('B');
});

it('plainText returns the text of HTML without tags and with entities decoded', () => {
  expect(plainText('<p>Fire &amp; <b>water</b></p>\n<p>Six&nbsp;days</p>')).toBe('Fire & water Six days');
});
