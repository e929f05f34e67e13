import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { plainText, RichText } from '../../../src/content/rich-text.tsx';

it('puts sanitised content HTML into the page', () => {
  render(<RichText html="<p>Six <b>days</b></p>" />);
  expect(screen.getByText('days').tagName).toBe('B');
});

it('takes the words out of content HTML', () => {
  expect(plainText('<p>Fire &amp; <b>water</b></p>\n<p>Six&nbsp;days</p>')).toBe('Fire & water Six days');
});
