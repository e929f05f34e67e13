import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StudentDocument } from '../../../../contract/documents.ts';
import { longestFile } from '../../../../contract/files.ts';
import { type Answered, refusal, type SentCall } from '../../../support/answers.ts';
import { holdUploads } from '../../../support/upload-line.ts';
import { document, openDocuments } from './open-documents.tsx';

const add = 'POST /api/users/student/document/add';
const url = '/api/files/6f1c2a34-7a10-4b5e-9d55-0f6f6b1f0009';
const pdf = (name = 'my_cdc.pdf', size = 9) => {
  const file = new File(['%PDF-1.7 '], name, { type: 'application/pdf' });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};

/** A toast's region loads with the first one. */
const patient = { timeout: 5000 };

let line: ReturnType<typeof holdUploads>;
beforeEach(() => {
  line = holdUploads();
});
afterEach(() => {
  line.end();
  vi.useRealTimers();
});

type Given = { documents?: StudentDocument[]; saved?: Answered | ((call: SentCall) => Answered) };

async function openDialog({ documents = [], saved }: Given = {}) {
  const opened = await openDocuments(documents, saved ? { [add]: saved } : {});
  // The picker itself sorts nothing out here: what it lets through is ours to judge.
  const person = userEvent.setup({ applyAccept: false });
  await person.click(await screen.findByRole('button', { name: 'Upload document' }));
  const dialog = await screen.findByRole('dialog', { name: 'Upload a document' });
  const at = within(dialog);
  const choose = (file: File) => person.upload(at.getByLabelText(/PDF|choose another/), file);
  const fill = async (file = pdf()) => {
    await choose(file);
    await person.selectOptions(at.getByLabelText(/Category/), 'Personal');
  };
  const submit = (name = 'Upload') => person.click(at.getByRole('button', { name }));
  const sentFile = (place = 0) => vi.waitUntil(() => line.sent[place]);
  return { ...opened, person, dialog, at, choose, fill, submit, sentFile };
}

const name = (dialog: HTMLElement) => within(dialog).getByLabelText<HTMLInputElement>(/^Name/);

describe('uploading a document', () => {
  it('uploads, saves, says so, shows it in the list and closes', async () => {
    const cdc = document({ document_name: 'my cdc', document_url: url, expires_on: '2027-02-03' });
    const documents: StudentDocument[] = [];
    const opened = await openDialog({
      documents,
      saved: () => {
        documents.push(cdc);
        return { body: { statusCode: 200, data: cdc } };
      },
    });
    await opened.fill();
    fireEvent.change(opened.at.getByLabelText(/Last day/), { target: { value: '2027-02-03' } });
    await opened.submit();
    const sending = await opened.sentFile();
    expect(sending.url).toBe('/api/aws/file/aws-upload');
    sending.answer({ body: { statusCode: 200, url } });
    expect((await screen.findAllByText('Document uploaded!', {}, patient)).length).toBeGreaterThan(0);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('heading', { level: 3, name: 'my cdc' })).toBeTruthy();
    const call = opened.sent.find(({ method }) => method === 'POST');
    expect(call?.body).toEqual({
      document_url: url,
      category_name: 'personal',
      document_name: 'my cdc',
      expires_on: '2027-02-03',
    });
    expect(call?.headers.get('idempotency-key')).toMatch(/^[\da-f-]{36}$/);
  });

  it('takes the name from the file, and leaves one that was typed', async () => {
    const { choose, dialog, person } = await openDialog();
    await choose(pdf('Asha_CDC.pdf'));
    expect(name(dialog).value).toBe('Asha CDC');
    await choose(pdf('Asha_Passport.pdf'));
    expect(name(dialog).value).toBe('Asha Passport');
    await person.type(name(dialog), ' 2026');
    await choose(pdf('other.pdf'));
    expect(name(dialog).value).toBe('Asha Passport 2026');
  });

  it('takes a file that is dropped', async () => {
    const { at, dialog } = await openDialog();
    const picker = at.getByText('Choose a PDF').closest('label') as HTMLElement;
    fireEvent.drop(picker, { dataTransfer: { files: [pdf('dropped.pdf')] } });
    await waitFor(() => expect(name(dialog).value).toBe('dropped'));
  });

  it.each(['file', 'category', 'name'])('needs the %s', async (lacking) => {
    const { at, dialog, person, choose, submit } = await openDialog();
    if (lacking !== 'file') await choose(pdf());
    else await person.type(name(dialog), 'CDC');
    if (lacking !== 'category') await person.selectOptions(at.getByLabelText(/Category/), 'Personal');
    if (lacking === 'name') await person.clear(name(dialog));
    await submit();
    expect((await at.findByRole('alert')).textContent).toContain('Please fill all required fields');
    expect(line.sent).toEqual([]);
  });

  it.each([
    ['Only PDF files are allowed.', new File(['GIF89a'], 'photo.gif', { type: 'image/gif' })],
    ['File size must be less than 10MB.', pdf('large.pdf', longestFile + 1)],
  ])('refuses before sending: %s', async (text, file) => {
    const { at, fill, submit } = await openDialog();
    await fill(file);
    expect((await at.findByRole('alert')).textContent).toBe(text);
    await submit();
    expect(at.getByRole('alert').textContent).toBe(text);
    expect(line.sent).toEqual([]);
  });

  it('shows how much is sent, and says when it is cancelled', async () => {
    const { at, fill, submit, sentFile } = await openDialog();
    await fill();
    await submit();
    const sending = await sentFile();
    sending.progress(0.425);
    const bar = await at.findByRole('progressbar', { name: 'Uploading: 42 %' });
    expect(bar.getAttribute('value')).toBe('42');
    fireEvent.click(at.getByRole('button', { name: 'Cancel upload' }));
    expect(await at.findByText('Upload cancelled. Your file is still chosen.')).toBeTruthy();
    expect(sending.isAborted).toBe(true);
    expect(at.getByText('my_cdc.pdf')).toBeTruthy();
    expect(at.getByRole('button', { name: 'Upload' })).toBeTruthy();
  });

  it('stays open while it sends', async () => {
    const { at, fill, submit, sentFile, person } = await openDialog();
    await fill();
    await submit();
    await sentFile();
    await person.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(at.queryByRole('button', { name: 'Close' })).toBeNull();
  });

  it('goes on after a lost connection without choosing again', async () => {
    const saved = document({ document_url: url });
    const { at, fill, submit, sentFile } = await openDialog({ saved: { body: { statusCode: 200, data: saved } } });
    await fill();
    await submit();
    (await sentFile()).lose();
    const alert = await at.findByText('Network error.');
    expect(alert).toBeTruthy();
    await submit('Try again');
    const second = await sentFile(1);
    expect(second.headers.get('idempotency-key')).toBe(line.sent[0]?.headers.get('idempotency-key'));
    second.answer({ body: { statusCode: 200, url } });
    expect((await screen.findAllByText('Document uploaded!', {}, patient)).length).toBeGreaterThan(0);
  });

  it.each([
    [400, 'INVALID_FIELDS', 'All fields are required'],
    [409, 'MAXIMUM_LIMIT', 'Maximum limit reached'],
    [500, 'INTERNAL_ERROR', 'Internal server error'],
  ])('tells a refused save: %i %s', async (status, code, text) => {
    const { at, fill, submit, sentFile } = await openDialog({ saved: refusal(status, code, 'server words') });
    await fill();
    await submit();
    (await sentFile()).answer({ body: { statusCode: 200, url } });
    expect(await at.findByText(text)).toBeTruthy();
    expect(name(at.getByRole('alert').closest('form') as HTMLElement).value).toBe('my cdc');
  });

  it('tells a save that nobody answered', async () => {
    const { at, fill, submit, sentFile } = await openDialog({ saved: 'no answer' });
    await fill();
    await submit();
    (await sentFile()).answer({ body: { statusCode: 200, url } });
    expect(await at.findByText('Please check your connection.')).toBeTruthy();
  });

  it.each([
    [refusal(415, 'WRONG_TYPE'), 'Only PDF files are allowed.Choose another file.'],
    [refusal(422, 'ENCRYPTED', 'This PDF is locked.'), 'This PDF is locked.Choose another file.'],
  ])('asks for another file where this one is refused, not for the same again: %o', async (refused, text) => {
    const { at, fill, submit, sentFile } = await openDialog();
    await fill();
    await submit();
    (await sentFile()).answer(refused as { status: number; body: unknown });
    await waitFor(() => expect(at.getByRole('alert').textContent).toBe(text));
    expect(at.getByLabelText(/choose another/).getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(at.getByRole('button', { name: 'Upload' })).toBe(window.document.activeElement));
  });

  it('has the focus on the next try after one that failed or was cancelled', async () => {
    const { at, fill, person, submit, sentFile } = await openDialog();
    await fill();
    await submit();
    (await sentFile()).answer(refusal(500, 'INTERNAL_ERROR') as { status: number; body: unknown });
    const again = await at.findByRole('button', { name: 'Try again' });
    await waitFor(() => expect(window.document.activeElement).toBe(again));
    expect(at.getByRole('alert').textContent).toContain('Your file is still chosen. You can try again.');
    await person.click(again);
    await sentFile(1);
    await person.click(await at.findByRole('button', { name: 'Cancel upload' }));
    await waitFor(() => expect(at.getByRole('button', { name: 'Upload' })).toBe(window.document.activeElement));
  });

  it.each(['Close', 'Escape'])('asks by %s before a file or a name is given up', async (way) => {
    const { at, person, choose, dialog } = await openDialog();
    await choose(pdf());
    const leave = () =>
      way === 'Escape' ? person.keyboard('{Escape}') : person.click(at.getByRole('button', { name: way }));
    const question = () => screen.queryByRole('dialog', { name: 'Discard your changes?' });
    await leave();
    await person.click(await screen.findByRole('button', { name: 'Keep editing' }, patient));
    await waitFor(() => expect(question()).toBeNull());
    expect(name(dialog).value).toBe('my cdc');
    await leave();
    await screen.findByRole('button', { name: 'Keep editing' }, patient);
    await person.keyboard('{Escape}');
    await waitFor(() => expect(question()).toBeNull());
    expect(name(dialog).isConnected).toBe(true);
    await leave();
    await person.click(await screen.findByRole('button', { name: 'Discard changes' }, patient));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Upload document' })).toBe(window.document.activeElement);
  });

  it('gives the focus back when it closes', async () => {
    const { person, at } = await openDialog();
    await person.click(at.getByRole('button', { name: 'Close' }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Upload document' })).toBe(window.document.activeElement),
    );
  });
});
