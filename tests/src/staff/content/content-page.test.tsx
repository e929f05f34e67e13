import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ContentKind, ListedContent } from '../../../../contract/staff/content.ts';
import type { StaffRole } from '../../../../contract/staff/permissions.ts';
import '../../../../src/staff/content/content-page.tsx';
import { showConsole } from '../show-console.tsx';

const draft = { by: 'Esha Kurian', at: '2040-03-10T06:30:00.000Z', publish_at: null, publish_error: null };
const shown = { is_published: true, is_withdrawn: false };
const listed: ListedContent[] = [
  { id: '1', title: 'Pool closed', ...shown, draft: null },
  { id: '2', title: 'Parade at eight', ...shown, draft },
  { id: '3', title: '', ...shown, is_published: false, draft },
  { id: '4', title: 'Exam dates', ...shown, draft: { ...draft, publish_at: '2040-04-01T03:30:00.000Z' } },
  { id: '5', title: 'Fees', ...shown, draft: { ...draft, publish_error: 'It changed.' } },
  { id: '6', title: 'Sail making', ...shown, is_withdrawn: true, draft: null },
];

const open = (role: StaffRole = 'editor', path = '/staff/content/notices') =>
  showConsole(path, role, {
    listContent: (input) => {
      const { kind } = input.params as { kind: ContentKind };
      return kind === 'notices' ? { data: listed, may_add: true } : { data: [], may_add: false };
    },
    createContent: () => ({ data: { id: '9' } }),
    getContent: () => ({
      data: {
        title: '',
        page: '/',
        fields: [],
        published: null,
        published_hash: null,
        draft: { ...draft, revision: 1, body: {} },
        may_remove: false,
      },
    }),
  });

describe('the list of documents', () => {
  it('the list of website texts shows the status of each text, such as “Published” or “New draft”', async () => {
    open();
    await screen.findByRole('link', { name: 'Pool closed' });
    for (const text of [
      'Published',
      'Draft of changes',
      'New draft',
      /^Publishes 1 Apr 2040/,
      'Not published: see why',
      'Off the site',
    ])
      screen.getByText(text);
    screen.getByRole('link', { name: 'Notice without a title' });
  });

  it('the list of website texts can be searched by title, and shows “Nothing matches” when no text is found', async () => {
    const { user } = open();
    await user.type(await screen.findByRole('searchbox'), 'parade');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Pool closed' })).toBeNull());
    screen.getByRole('link', { name: 'Parade at eight' });
    await user.type(screen.getByRole('searchbox'), ' at nine');
    await screen.findByText('Nothing matches');
  });

  it('creating a notice for the website opens the form to edit the new notice', async () => {
    const { inputsOf, router, user } = open();
    await user.click(await screen.findByRole('button', { name: 'New notice' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/staff/content/notices/9'));
    expect(inputsOf('createContent')).toEqual([{ params: { kind: 'notices' } }]);
  });

  it('the list of website pages has no button to create a page', async () => {
    open('editor', '/staff/content/pages');
    await screen.findByText('No pages yet');
    expect(screen.queryByRole('button', { name: /^New/ })).toBeNull();
  });

  it('an auditor sees the list of website notices without a button to create a notice', async () => {
    open('auditor');
    await screen.findByRole('link', { name: 'Pool closed' });
    expect(screen.queryByRole('button', { name: 'New notice' })).toBeNull();
  });
});
