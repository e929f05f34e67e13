import { expect, it } from 'vitest';
import { itemTitle } from '../../../../src/staff/content/fields/blank-value.ts';

it('a list item in the form to edit a website text is labelled with its title or the first words of its text', () => {
  const long = `<p>Write from your <strong>registered email</strong> with your order number, please.</p>`;
  expect(itemTitle({ type: 'text', data: { title: 'Cancellations', content: long } })).toBe('Cancellations');
  expect(itemTitle({ type: 'text', data: { content: long } })).toBe('Write from your registered email with…');
  expect(itemTitle({ type: 'text', data: { content: '<p></p>' } })).toBe('');
});
