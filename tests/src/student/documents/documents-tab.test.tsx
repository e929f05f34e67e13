import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StudentDocument } from '../../../../contract/documents.ts';
import { connection } from '../../../../src/offline/page-connection.ts';
import { refusal } from '../../../support/answers.ts';
import { document, openDocuments } from './open-documents.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const names = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const many = (count: number) =>
  Array.from({ length: count }, (_, place) => document({ document_name: `Paper ${place}` }));
const upload = () => screen.findByRole('button', { name: 'Upload document' });

const passport = document({ expires_on: '2031-01-31' });
const marks = document({ document_name: 'Marks sheet', category_name: 'academic', bytes: 860_160 });
const receipt = document({ document_name: 'Fee receipt', category_name: 'financial' });

describe('My Documents', () => {
  it('lists name, category, size, date and last day', async () => {
    await openDocuments([passport, marks]);
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first?.textContent).toContain('PassportPersonal · 2.4 MB · 10 Mar 2026Valid until 31 Jan 2031');
    expect(second?.textContent).toContain('Marks sheetAcademic · 840 KB · 10 Mar 2026');
  });

  it('has a tab for all and one for each category', async () => {
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
  ])('shows under %s %j', async (view, shown) => {
    await openDocuments([passport, marks, receipt], {}, view);
    await waitFor(() => expect(names()).toEqual(shown));
  });

  it('finds by a part of the name, in whatever letters', async () => {
    const { person } = await openDocuments([passport, marks, receipt]);
    await person.type(await screen.findByRole('searchbox', { name: 'Search by name' }), 'RECEI');
    expect(names()).toEqual(['Fee receipt']);
    expect(screen.getByText('1 found')).toBeTruthy();
    await person.type(screen.getByRole('searchbox'), 'x');
    expect(screen.getByText('No document has that name')).toBeTruthy();
  });

  it('says what to do where there are none', async () => {
    await openDocuments([]);
    expect(await screen.findByText('No documents here yet')).toBeTruthy();
  });

  it('offers another try where they cannot be loaded', async () => {
    await openDocuments([], { 'GET /api/users/student/documents': refusal(400, 'INVALID_REQUEST') });
    expect(await screen.findByText('Your documents could not be loaded.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('downloads under the document’s name', async () => {
    await openDocuments([passport]);
    const link = await screen.findByRole('link', { name: 'Download Passport' });
    expect(link.getAttribute('href')).toBe(passport.document_url);
    expect(link.getAttribute('download')).toBe('Passport.pdf');
  });
});

describe('the limit of 25 documents', () => {
  it('says nothing at 19', async () => {
    await openDocuments(many(19));
    expect((await upload()).hasAttribute('disabled')).toBe(false);
    expect(screen.queryByText(/of 25 documents/)).toBeNull();
  });

  it.each([
    [20, 'You have 20 of 25 documents', '5 more can be uploaded.'],
    [24, 'You have 24 of 25 documents', 'One more can be uploaded.'],
  ])('warns at %i', async (count, warning, left) => {
    await openDocuments(many(count));
    expect(await screen.findByText(warning)).toBeTruthy();
    expect(screen.getByText(left)).toBeTruthy();
    expect((await upload()).hasAttribute('disabled')).toBe(false);
  });

  it('closes the upload at 25, and says why', async () => {
    await openDocuments(many(25));
    const button = await upload();
    expect(button.hasAttribute('disabled')).toBe(true);
    expect(screen.getByText('You have reached the maximum limit')).toBeTruthy();
    expect(button.getAttribute('aria-describedby')).toBe('documents-full');
  });
});

describe('documents that end', () => {
  const ending = (document_name: string, expires_on: string): StudentDocument =>
    document({ document_name, expires_on });

  it('are named at the top while they end within 90 days, the nearest first', async () => {
    await openDocuments([ending('CDC', '2026-06-01'), ending('Medical', '2026-03-22'), ending('Old', '2026-01-05')]);
    expect(await screen.findByText('2 documents end soon')).toBeTruthy();
    const told = screen.getAllByText(/ends in .*, on /).map(({ textContent }) => textContent);
    expect(told).toEqual(['Medical ends in 12 days, on 22 Mar 2026.', 'CDC ends in 83 days, on 1 Jun 2026.']);
    expect(screen.getByText('Ended 5 Jan 2026')).toBeTruthy();
  });

  it('are not spoken of while none does', async () => {
    await openDocuments([passport]);
    await screen.findByText('Valid until 31 Jan 2031');
    expect(screen.queryByText(/end.? soon/)).toBeNull();
  });
});

describe('My Documents without a connection', () => {
  it.each(['offline', 'portal'] as const)(
    'can be read with its age while %s, and says why the rest waits',
    async (state) => {
      vi.spyOn(connection, 'state', 'get').mockReturnValue(state);
      await openDocuments([passport]);
      const reason = await screen.findByText(/wait for the connection/);
      expect(reason.textContent).toContain('List as of 10 Mar 2026, 13:30.');
      expect(names()).toEqual(['Passport']);
      const actions = [
        'Upload document',
        'View Passport',
        'Download Passport',
        'Last day of Passport',
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
