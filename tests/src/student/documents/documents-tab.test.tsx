import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StudentDocument } from '../../../../contract/documents.ts';
import { connection } from '../../../../src/offline/connection/page-connection.ts';
import { refusal } from '../../../support/answers.ts';
import { document, openDocuments } from './open-documents.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const names = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const many = (count: number) =>
  Array.from({ length: count }, (_, place) => document({ document_name: `Paper ${place}` }));
const findUpload = () => screen.findByRole('button', { name: 'Upload document' });

const passport = document({ expires_on: '2031-01-31' });
const marks = document({ document_name: 'Marks sheet', category_name: 'academic', bytes: 860_160 });
const receipt = document({ document_name: 'Fee receipt', category_name: 'financial' });

describe('My Documents', () => {
  it('My Documents shows the name, category, size, date and expiry date of each document', async () => {
    await openDocuments([passport, marks]);
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first?.textContent).toContain('PassportPersonal · 2.4 MB · 10 Mar 2026Valid until 31 Jan 2031');
    expect(second?.textContent).toContain('Marks sheetAcademic · 840 KB · 10 Mar 2026');
  });

  it('in My Documents, all buttons of a document have the same visual style', async () => {
    await openDocuments([passport]);
    const [row] = await screen.findAllByRole('listitem');
    const looks = [...(row?.querySelectorAll('[data-variant]') ?? [])].map((action) =>
      action.getAttribute('data-variant'),
    );
    expect(looks).toEqual(['subtle', 'subtle', 'subtle', 'subtle']);
  });

  it('My Documents has a tab for all documents and one for each category', async () => {
    await openDocuments([passport, marks, receipt]);
    const tabs = within(await screen.findByRole('tablist', { name: 'Categories' })).getAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['All', 'Academic', 'Financial', 'Personal']);
    expect(names()).toEqual(['Passport', 'Marks sheet', 'Fee receipt']);
  });

  it.each([
    ['academic', ['Marks sheet']],
    ['financial', ['Fee receipt']],
    ['personal', ['Passport']],
    ['medical', ['Passport', 'Marks sheet', 'Fee receipt']],
  ])('when the view parameter of the URL is %s, My Documents shows the documents %j', async (view, shown) => {
    await openDocuments([passport, marks, receipt], {}, view);
    await waitFor(() => expect(names()).toEqual(shown));
  });

  it('the search of My Documents finds documents by a part of the name, ignoring case', async () => {
    const { person } = await openDocuments([passport, marks, receipt]);
    await person.type(await screen.findByRole('searchbox', { name: 'Search by name' }), 'RECEI');
    expect(names()).toEqual(['Fee receipt']);
    expect(screen.getByText('1 found')).toBeTruthy();
    await person.type(screen.getByRole('searchbox'), 'x');
    expect(screen.getByText('No documents found')).toBeTruthy();
  });

  it('My Documents shows a message when there are no documents yet', async () => {
    await openDocuments([]);
    expect(await screen.findByText('No documents here yet')).toBeTruthy();
    expect(screen.getByText(/Only you and our staff see them\./)).toBeTruthy();
  });

  it('My Documents shows a retry button when the list of documents cannot be loaded', async () => {
    await openDocuments([], { 'GET /api/users/student/documents': refusal(400, 'INVALID_REQUEST') });
    expect(await screen.findByText('Your documents could not be loaded.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('a document from My Documents is downloaded as a file with the document’s name', async () => {
    await openDocuments([passport]);
    const link = await screen.findByRole('link', { name: 'Download Passport' });
    expect(link.getAttribute('href')).toBe(passport.document_url);
    expect(link.getAttribute('download')).toBe('Passport.pdf');
  });
});

describe('the review of documents by the academy', () => {
  it('My Documents shows for each document whether it is waiting to be verified, verified or not accepted', async () => {
    const rejected = { state: 'rejected', rejection: 'The scan is blurred.' } as const;
    await openDocuments([
      document({ document_name: 'Passport' }),
      document({ document_name: 'CDC', state: 'verified' }),
      document({ document_name: 'Medical', ...rejected }),
    ]);
    const text = async (name: string) => {
      const heading = await screen.findByRole('heading', { name });
      return heading.closest('li')?.textContent;
    };
    expect(await text('Passport')).toContain('Waiting to be verified by the academy');
    expect(await text('CDC')).toContain('Verified by the academy');
    expect(await text('Medical')).toContain('Not accepted. The scan is blurred.');
  });
});

describe('the limit of 25 documents', () => {
  it('My Documents with 19 documents shows no warning about the limit of 25', async () => {
    await openDocuments(many(19));
    expect((await findUpload()).hasAttribute('disabled')).toBe(false);
    expect(screen.queryByText(/of 25 documents/)).toBeNull();
  });

  it.each([
    [20, 'You have 20 of 25 documents', '5 more can be uploaded.'],
    [24, 'You have 24 of 25 documents', 'One more can be uploaded.'],
  ])(
    'My Documents with %i documents warns of the limit of 25 with the text “%s”, and still allows an upload',
    async (count, warning, left) => {
      await openDocuments(many(count));
      expect(await screen.findByText(warning)).toBeTruthy();
      expect(screen.getByText(left)).toBeTruthy();
      expect((await findUpload()).hasAttribute('disabled')).toBe(false);
    },
  );

  it('the upload button of My Documents is disabled at 25 documents, with an accessible description of the limit', async () => {
    await openDocuments(many(25));
    const button = await findUpload();
    expect(button.hasAttribute('disabled')).toBe(true);
    expect(screen.getByText('You have reached the maximum limit')).toBeTruthy();
    expect(button.getAttribute('aria-describedby')).toBe('documents-full');
  });
});

describe('documents that expire', () => {
  const expiring = (document_name: string, expires_on: string): StudentDocument =>
    document({ document_name, expires_on });

  it('the reminder in My Documents lists first the expired documents, then those that expire within 90 days', async () => {
    await openDocuments([
      expiring('CDC', '2026-06-01'),
      expiring('Medical', '2026-03-22'),
      expiring('Old', '2026-01-05'),
    ]);
    expect(await screen.findByText('3 documents have expired or expire soon')).toBeTruthy();
    const reminders = screen.getAllByText(/expires in .*, on |expired on /).map(({ textContent }) => textContent);
    expect(reminders).toEqual([
      'Old expired on 5 Jan 2026.',
      'Medical expires in 12 days, on 22 Mar 2026.',
      'CDC expires in 83 days, on 1 Jun 2026.',
    ]);
    expect(screen.getByText('Expired 5 Jan 2026')).toBeTruthy();
  });

  it('My Documents shows no reminder when no document expires soon', async () => {
    await openDocuments([passport]);
    await screen.findByText('Valid until 31 Jan 2031');
    expect(screen.queryByText(/expires? soon|expires? in|has expired/)).toBeNull();
  });
});

describe('My Documents without a connection', () => {
  it.each(['offline', 'portal'] as const)(
    'while the connection state is “%s”, My Documents shows the saved list with the time of its last update, and disables its buttons',
    async (state) => {
      vi.spyOn(connection, 'state', 'get').mockReturnValue(state);
      await openDocuments([passport]);
      const reason = await screen.findByText(/when you are back online/);
      expect(reason.textContent).toContain('Last updated: 10 Mar 2026, 13:30.');
      expect(names()).toEqual(['Passport']);
      const actions = [
        'Upload document',
        'View Passport',
        'Download Passport',
        'Expiry date of Passport',
        'Delete Passport',
      ];
      for (const name of actions) {
        const button = screen.getByRole('button', { name });
        expect(button.hasAttribute('disabled')).toBe(true);
        expect(button.getAttribute('aria-describedby')).toBe(reason.id);
      }
      expect(screen.queryByRole('link')).toBeNull();
    },
  );
});
