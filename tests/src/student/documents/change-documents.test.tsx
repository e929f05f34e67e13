import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StudentDocument } from '../../../../contract/documents.ts';
import { type Answered, refusal } from '../../../support/answers.ts';
import { document, openDocuments } from './open-documents.tsx';

afterEach(() => vi.useRealTimers());

/** Long enough for the first toast, whose code is loaded lazily. */
const untilToast = { timeout: 5000 };
const success: Answered = { body: { statusCode: 200 } };
const deleteFirst = (documents: StudentDocument[]) => () => {
  documents.shift();
  return success;
};

describe('deleting a document', () => {
  async function openDeletion(documents: StudentDocument[], answered: Answered | (() => Answered)) {
    const [first] = documents;
    const opened = await openDocuments(documents, { [`DELETE /api/users/student/document/${first?.id}`]: answered });
    await opened.person.click(await screen.findByRole('button', { name: `Delete ${first?.document_name}` }));
    const dialog = await screen.findByRole('dialog', { name: `Delete ${first?.document_name}?` });
    return { ...opened, confirm: () => opened.person.click(within(dialog).getByRole('button', { name: 'Delete' })) };
  }
  const deletions = (sent: Array<{ method: string }>) => sent.filter(({ method }) => method === 'DELETE');

  it('the Delete button of a document in My Documents deletes the document after a confirmation', async () => {
    const documents = [document({ document_name: 'Old CDC' }), document()];
    const { confirm, sent } = await openDeletion(documents, deleteFirst(documents));
    expect(deletions(sent)).toEqual([]);
    await confirm();
    expect((await screen.findAllByText('Document Deleted', {}, untilToast)).length).toBeGreaterThan(0);
    await waitFor(() => expect(screen.queryByText('Old CDC')).toBeNull());
    expect(screen.getByRole('heading', { level: 3, name: 'Passport' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: 'My Documents' })).toBe(window.document.activeElement);
  });

  it('pressing Cancel in the dialog to delete a document keeps the document and returns the focus to the Delete button', async () => {
    const { sent, person } = await openDeletion([document()], success);
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(deletions(sent)).toEqual([]);
    expect(screen.getByRole('button', { name: 'Delete Passport' })).toBe(window.document.activeElement);
  });

  it.each<[string, Answered]>([
    ['a 404 response', refusal(404, 'NOT_FOUND')],
    ['a network error', 'no answer'],
  ])(
    'after %s, a toast says that the document could not be deleted, and the document stays in the list',
    async (_, answered) => {
      const { confirm } = await openDeletion([document()], answered);
      await confirm();
      expect((await screen.findAllByText('Unable to delete', {}, untilToast)).length).toBeGreaterThan(0);
      expect(screen.getByRole('heading', { level: 3, name: 'Passport' })).toBeTruthy();
    },
  );
});

describe('the last valid day of a document', () => {
  async function openExpiry(original: StudentDocument, answered?: Answered) {
    const documents = [original];
    const opened = await openDocuments(documents, {
      [`PUT /api/users/student/document/${original.id}`]: (call) => {
        const saved = { ...original, ...(call.body as Partial<StudentDocument>) };
        documents.splice(0, 1, saved);
        return answered ?? { body: { statusCode: 200, data: saved } };
      },
    });
    await opened.person.click(await screen.findByRole('button', { name: 'Expiry date of Passport' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Expiry date of Passport' }));
    const group = within(dialog.getByRole('group', { name: 'Expiry date' }));
    const typed = () => ['Day', 'Month', 'Year'].map((label) => group.getByLabelText<HTMLInputElement>(label).value);
    const type = (value: string) => {
      const [year, month, day] = value.split('-');
      for (const [label, text] of Object.entries({ Day: day, Month: month, Year: year }))
        fireEvent.change(group.getByLabelText(label), { target: { value: text } });
    };
    const changes = () => opened.sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    return { ...opened, dialog, type, typed, changes };
  }

  it('a student can add an expiry date to a document', async () => {
    const { dialog, type, person, changes } = await openExpiry(document());
    type('2026-03-22');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Expires in 12 days')).toBeTruthy();
    expect(changes()).toEqual([{ expires_on: '2026-03-22' }]);
  });

  it('a student can change the expiry date of a document', async () => {
    const { dialog, type, person } = await openExpiry(document({ expires_on: '2026-03-22' }));
    type('2036-03-22');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Valid until 22 Mar 2036')).toBeTruthy();
  });

  it('the dialog for the expiry date of a document shows an error at a date that does not exist, and sends nothing', async () => {
    const { dialog, type, person, changes } = await openExpiry(document());
    type('2026-02-30');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByRole('alert').textContent).toContain('Enter a valid date');
    expect(dialog.getByLabelText('Day').getAttribute('aria-invalid')).toBe('true');
    expect(changes()).toEqual([]);
  });

  it('a student can remove the expiry date of a document', async () => {
    const { dialog, person, changes } = await openExpiry(document({ expires_on: '2026-03-22' }));
    await person.click(dialog.getByRole('button', { name: 'Remove expiry date' }));
    await waitFor(() => expect(changes()).toEqual([{ expires_on: null }]));
    await waitFor(() => expect(screen.queryByText('Expires in 12 days')).toBeNull());
  });

  it('the dialog for the expiry date of a document keeps the typed date when saving fails', async () => {
    const { dialog, type, typed, person } = await openExpiry(document(), 'no answer');
    type('2036-03-22');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('The expiry date could not be saved.')).toBeTruthy();
    expect(typed()).toEqual(['22', '03', '2036']);
  });

  it.each(['Close', 'Escape', 'outside'])(
    'the dialog for the expiry date of a document asks before it discards a typed date (closed by: %s)',
    async (way) => {
      const { dialog, type, typed, person } = await openExpiry(document({ expires_on: '2026-03-22' }));
      const backdrop = () => window.document.querySelector('.mantine-Modal-overlay') ?? window.document.body;
      const leave = () => {
        if (way === 'Escape') return person.keyboard('{Escape}');
        return person.click(way === 'Close' ? dialog.getByRole('button', { name: 'Close' }) : backdrop());
      };
      const question = () => screen.queryByRole('dialog', { name: 'Discard your changes?' });
      type('2036-03-22');
      await leave();
      await person.click(await screen.findByRole('button', { name: 'Keep editing' }));
      await waitFor(() => expect(question()).toBeNull());
      expect(typed()).toEqual(['22', '03', '2036']);
      await leave();
      await person.click(await screen.findByRole('button', { name: 'Discard changes' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(screen.getByRole('button', { name: 'Expiry date of Passport' })).toBe(window.document.activeElement);
    },
  );

  it('the dialog for the expiry date of a document closes at once if the date was not changed', async () => {
    const { person } = await openExpiry(document({ expires_on: '2026-03-22' }));
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
