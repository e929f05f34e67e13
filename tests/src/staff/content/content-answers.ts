import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { ContentBody, ContentDraft, ContentField } from '../../../../contract/staff/content.ts';

const at = '2040-03-10T06:30:00.000Z';

const field = (name: string, label: string, type: ContentField['type'], change: Partial<ContentField> = {}) => ({
  ...{ name, label, type, isOptional: false, isNullable: false, ...change },
});

export const published: ContentBody = { title: 'Pool closed', content: '<p>Until <strong>Friday</strong>.</p>' };

/** The form fields of a content document in the staff console, one of each type that the tests need. */
const fields: ContentField[] = [
  field('title', 'Title', 'text'),
  field('content', 'Content', 'html'),
  field('expires', 'Shown until', 'day', { isOptional: true }),
  field('links', 'Links', 'list', {
    isOptional: true,
    item: field('links', 'Links', 'group', { fields: [field('label', 'Label', 'text'), field('url', 'Link', 'link')] }),
  }),
  field('picture', 'Picture', 'picture', { isOptional: true }),
];

export const draftOf = (body: ContentBody, change: Partial<ContentDraft> = {}): ContentDraft => ({
  ...{ revision: 1, by: 'Esha Kurian', at, publish_at: null, publish_error: null, body: { ...published, ...body } },
  ...change,
});

export const opened = (draft: ContentDraft | null = null) => ({
  ...{ title: 'Pool closed', page: '/', fields, published, published_hash: 'hash', draft, may_remove: true },
});

/** The server's response when it has checked a draft before publication and found no faults. */
export const checked = {
  ...{ revision: 1, published: 'hash', faults: [], changed_meanwhile: [], needs_reason: false },
  ...{ takes_effect_at: null, may_choose_time: true, is_accepted: false },
  changes: [
    { path: 'title', label: 'Title', before: 'Pool closed', after: 'Pool open' },
    { path: 'expires', label: 'Shown until', before: null, after: '2040-03-20' },
  ],
  consequences: ['Home shows the notice until the end of 20 Mar 2040.'],
};

/**
 * Returns the dialog Publish once the server has checked the draft. Until then, a dialog with the same name shows that
 * the draft is being checked.
 */
export const findPublishDialog = () =>
  waitFor(() => {
    const dialog = screen.getByRole('dialog', { name: 'Publish' });
    expect(within(dialog).queryByLabelText('Checking the draft')).toBeNull();
    return dialog;
  });
