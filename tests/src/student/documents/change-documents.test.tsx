import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StudentDocument } from '../../../../contract/documents.ts';
import { type Answered, refusal } from '../../../support/answers.ts';
import { document, openDocuments } from './open-documents.tsx';

afterEach(() => vi.useRealTimers());

/** A toast's region loads with the first one. */
const patient = { timeout: 5000 };
const done: Answered = { body: { statusCode: 200 } };
const gone = (documents: StudentDocument[]) => () => {
  documents.shift();
  return done;
};

describe('deleting a document', () => {
  async function ask(documents: StudentDocument[], answered: Answered | (() => Answered)) {
    const [first] = documents;
    const opened = await openDocuments(documents, { [`DELETE /api/users/student/document/${first?.id}`]: answered });
    await opened.person.click(await screen.findByRole('button', { name: `Delete ${first?.document_name}` }));
    const dialog = await screen.findByRole('dialog', { name: `Delete ${first?.document_name}?` });
    return { ...opened, confirm: () => opened.person.click(within(dialog).getByRole('button', { name: 'Delete' })) };
  }
  const deletions = (sent: Array<{ method: string }>) => sent.filter(({ method }) => method === 'DELETE');

  it('asks by its name, deletes, says so, and shows what is left', async () => {
    const documents = [document({ document_name: 'Old CDC' }), document()];
    const { confirm, sent } = await ask(documents, gone(documents));
    expect(deletions(sent)).toEqual([]);
    await confirm();
    expect((await screen.findAllByText('Document Deleted', {}, patient)).length).toBeGreaterThan(0);
    await waitFor(() => expect(screen.queryByText('Old CDC')).toBeNull());
    expect(screen.getByRole('heading', { level: 3, name: 'Passport' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: 'My Documents' })).toBe(window.document.activeElement);
  });

  it('does nothing on Cancel, and gives the focus back', async () => {
    const { sent, person } = await ask([document()], done);
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(deletions(sent)).toEqual([]);
    expect(screen.getByRole('button', { name: 'Delete Passport' })).toBe(window.document.activeElement);
  });

  it.each<[string, Answered]>([
    ['refused', refusal(404, 'NOT_FOUND')],
    ['not answered', 'no answer'],
  ])('says Unable to delete where it is %s, and keeps it', async (_, answered) => {
    const { confirm } = await ask([document()], answered);
    await confirm();
    expect((await screen.findAllByText('Unable to delete', {}, patient)).length).toBeGreaterThan(0);
    expect(screen.getByRole('heading', { level: 3, name: 'Passport' })).toBeTruthy();
  });
});

describe('the last day of a document', () => {
  async function ask(kept: StudentDocument, answered?: Answered) {
    const documents = [kept];
    const opened = await openDocuments(documents, {
      [`PUT /api/users/student/document/${kept.id}`]: (call) => {
        const saved = { ...kept, ...(call.body as Partial<StudentDocument>) };
        documents.splice(0, 1, saved);
        return answered ?? { body: { statusCode: 200, data: saved } };
      },
    });
    await opened.person.click(await screen.findByRole('button', { name: 'Last day of Passport' }));
    const at = within(await screen.findByRole('dialog', { name: 'Last day of Passport' }));
    const type = (value: string) =>
      fireEvent.change(at.getByLabelText('Last day on which it is valid'), { target: { value } });
    const changes = () => opened.sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    return { ...opened, at, type, changes };
  }

  it('is set', async () => {
    const { at, type, person, changes } = await ask(document());
    type('2026-03-22');
    await person.click(at.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Ends in 12 days')).toBeTruthy();
    expect(changes()).toEqual([{ expires_on: '2026-03-22' }]);
  });

  it('is changed', async () => {
    const { at, type, person } = await ask(document({ expires_on: '2026-03-22' }));
    type('2036-03-22');
    await person.click(at.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Valid until 22 Mar 2036')).toBeTruthy();
  });

  it('is taken away', async () => {
    const { at, person, changes } = await ask(document({ expires_on: '2026-03-22' }));
    await person.click(at.getByRole('button', { name: 'It has no last day' }));
    await waitFor(() => expect(changes()).toEqual([{ expires_on: null }]));
    await waitFor(() => expect(screen.queryByText('Ends in 12 days')).toBeNull());
  });

  it('stays as typed where it was not saved', async () => {
    const { at, type, person } = await ask(document(), 'no answer');
    type('2036-03-22');
    await person.click(at.getByRole('button', { name: 'Save' }));
    expect(await at.findByText('The last day could not be saved.')).toBeTruthy();
    expect(at.getByLabelText<HTMLInputElement>('Last day on which it is valid').value).toBe('2036-03-22');
  });
});
