import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StudentDocument } from '../../../../../contract/documents.ts';
import { apiVersion, markerHeader } from '../../../../../contract/headers.ts';
import { type Answered, refusal, type SentCall } from '../../../../support/answers.ts';
import { holdUploads } from '../../../../support/upload-line.ts';
import { document, openDocuments } from '../open-documents.tsx';

const add = 'POST /api/users/student/document/add';
const url = '/api/files/6f1c2a34-7a10-4b5e-9d55-0f6f6b1f0009';
const pdf = (name = 'my_cdc.pdf', size = 9) => {
  const file = new File(['%PDF-1.7 '], name, { type: 'application/pdf' });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};

/** Long enough for the first toast or confirmation dialog, whose code is loaded lazily. */
const untilLoaded = { timeout: 5000 };

let uploads: ReturnType<typeof holdUploads>;
beforeEach(() => {
  uploads = holdUploads();
  // A lost upload makes the page check its connection. The check reaches our server, so that no test leaves the page
  // offline.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    return new Response(null, { headers: { [markerHeader]: apiVersion } });
  });
});
afterEach(() => {
  uploads.end();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Options = { documents?: StudentDocument[]; saved?: Answered | ((call: SentCall) => Answered) };

async function openDialog({ documents = [], saved }: Options = {}) {
  const opened = await openDocuments(documents, saved ? { [add]: saved } : {});
  // Let the file picker accept every type, so that the dialog has to refuse files of other types.
  const person = userEvent.setup({ applyAccept: false, delay: null });
  await person.click(await screen.findByRole('button', { name: 'Upload document' }));
  const dialog = await screen.findByRole('dialog', { name: 'Upload a document' });
  const at = within(dialog);
  const choose = (file: File) => person.upload(at.getByLabelText(/PDF|choose another/), file);
  const fill = async (file = pdf()) => {
    await choose(file);
    await person.selectOptions(at.getByLabelText(/Category/), 'Personal');
  };
  const submit = (name = 'Upload') => person.click(at.getByRole('button', { name }));
  const sentFile = (index = 0) => vi.waitUntil(() => uploads.sent[index]);
  return { ...opened, person, dialog, at, choose, fill, submit, sentFile };
}

const name = (dialog: HTMLElement) => within(dialog).getByLabelText<HTMLInputElement>(/^Name/);

describe('uploading a document', () => {
  it('a document uploaded with the upload dialog appears in the list of documents', async () => {
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
    await opened.person.type(opened.at.getByLabelText('Day'), '31');
    await opened.person.type(opened.at.getByLabelText('Month'), '2');
    await opened.person.type(opened.at.getByLabelText('Year'), '2027');
    await opened.submit();
    expect(opened.at.getAllByText('Enter a valid date, for example 14 6 2003')).toHaveLength(2);
    await opened.person.clear(opened.at.getByLabelText('Day'));
    await opened.person.type(opened.at.getByLabelText('Day'), '3');
    await opened.submit();
    const sending = await opened.sentFile();
    expect(sending.url).toBe('/api/aws/file/aws-upload');
    sending.answer({ body: { statusCode: 200, url } });
    expect((await screen.findAllByText('Document uploaded!', {}, untilLoaded)).length).toBeGreaterThan(0);
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

  it('the upload dialog suggests a document name from the file’s name, but keeps a name that the student has typed', async () => {
    const { choose, dialog, person } = await openDialog();
    await choose(pdf('Asha_CDC.pdf'));
    expect(name(dialog).value).toBe('Asha CDC');
    await choose(pdf('Asha_Passport.pdf'));
    expect(name(dialog).value).toBe('Asha Passport');
    await person.type(name(dialog), ' 2026');
    await choose(pdf('other.pdf'));
    expect(name(dialog).value).toBe('Asha Passport 2026');
  });

  it('the size limit of a document has no line break between number and unit', async () => {
    const { at } = await openDialog();
    expect(at.getByText(/at most/).textContent).toBe('or drop it here · PDF, at most 10\u00a0MB');
  });

  it('a file can be selected by dropping it on the upload dialog of documents', async () => {
    const { at, dialog } = await openDialog();
    const picker = at.getByText('Choose a PDF').closest('label') as HTMLElement;
    fireEvent.drop(picker, { dataTransfer: { files: [pdf('dropped.pdf')] } });
    await waitFor(() => expect(name(dialog).value).toBe('dropped'));
  });

  it.each(['file', 'category', 'name'])(
    'the upload dialog shows an error for a missing %s and moves the focus to this field',
    async (missing) => {
      const { at, dialog, person, choose, submit } = await openDialog();
      if (missing !== 'file') await choose(pdf());
      else await person.type(name(dialog), 'CDC');
      if (missing !== 'category') await person.selectOptions(at.getByLabelText(/Category/), 'Personal');
      if (missing === 'name') await person.clear(name(dialog));
      await submit();
      expect(await within(at.getByRole('alert')).findByText('Please fill all required fields')).toBeTruthy();
      const fields = {
        file: at.getByLabelText(/PDF|choose another/),
        category: at.getByLabelText(/Category/),
        name: name(dialog),
      };
      for (const [field, element] of Object.entries(fields)) {
        expect(element.getAttribute('aria-invalid') === 'true', field).toBe(field === missing);
        expect(element.hasAttribute('aria-describedby'), field).toBe(field === missing);
        expect(element === window.document.activeElement, field).toBe(field === missing);
      }
      expect(uploads.sent).toEqual([]);
    },
  );

  it.each([
    ['Only PDF files are allowed.', new File(['GIF89a'], 'photo.gif', { type: 'image/gif' })],
    ['File size must be less than 10MB.', pdf('large.pdf', 10 * 1024 * 1024 + 1)],
  ])('the upload dialog refuses an unsuitable file without sending it: %s', async (text, file) => {
    const { at, fill, submit } = await openDialog();
    await fill(file);
    await waitFor(() => expect(at.getByRole('alert').textContent).toBe(text));
    await submit();
    expect(at.getByRole('alert').textContent).toBe(text);
    expect(uploads.sent).toEqual([]);
  });

  it('cancelling an upload in the upload dialog keeps the file selected', async () => {
    const { at, fill, submit, sentFile } = await openDialog();
    await fill();
    await submit();
    const sending = await sentFile();
    sending.progress(0.425);
    const bar = await at.findByRole('progressbar', { name: 'Uploading: 42 %' });
    expect(bar.getAttribute('value')).toBe('42');
    fireEvent.click(at.getByRole('button', { name: 'Cancel upload' }));
    expect(await at.findByText('Upload cancelled. Your file is still selected.')).toBeTruthy();
    expect(sending.isAborted).toBe(true);
    expect(at.getByText('my_cdc.pdf')).toBeTruthy();
    expect(at.getByRole('button', { name: 'Upload' })).toBeTruthy();
  });

  it('the upload dialog of documents cannot be closed during an upload', async () => {
    const { at, fill, submit, sentFile, person } = await openDialog();
    await fill();
    await submit();
    await sentFile();
    await person.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(at.queryByRole('button', { name: 'Close' })).toBeNull();
    // An upload left open would time out 30 seconds later, in the middle of another test.
    await person.click(at.getByRole('button', { name: 'Cancel upload' }));
    await at.findByRole('button', { name: 'Upload' });
  });

  it('after a lost connection, “Try again” in the upload dialog sends the file under the same idempotency key', async () => {
    const saved = document({ document_url: url });
    const { at, fill, submit, sentFile } = await openDialog({ saved: { body: { statusCode: 200, data: saved } } });
    await fill();
    await submit();
    (await sentFile()).lose();
    const alert = await at.findByText('Network error.');
    expect(alert).toBeTruthy();
    await submit('Try again');
    const second = await sentFile(1);
    expect(second.headers.get('idempotency-key')).toBe(uploads.sent[0]?.headers.get('idempotency-key'));
    second.answer({ body: { statusCode: 200, url } });
    expect((await screen.findAllByText('Document uploaded!', {}, untilLoaded)).length).toBeGreaterThan(0);
  });

  it.each([
    [400, 'INVALID_FIELDS', 'All fields are required'],
    [409, 'MAXIMUM_LIMIT', 'Maximum limit reached'],
    [500, 'INTERNAL_ERROR', 'Internal server error'],
  ])('the upload dialog shows an error message when saving the document returns %i %s', async (status, code, text) => {
    const { at, fill, submit, sentFile } = await openDialog({ saved: refusal(status, code, 'server words') });
    await fill();
    await submit();
    (await sentFile()).answer({ body: { statusCode: 200, url } });
    expect(await at.findByText(text)).toBeTruthy();
    expect(name(at.getByRole('alert').closest('form') as HTMLElement).value).toBe('my cdc');
  });

  it('the upload dialog shows an error message when the connection is lost while saving the document', async () => {
    const { at, fill, submit, sentFile } = await openDialog({ saved: 'no answer' });
    await fill();
    await submit();
    (await sentFile()).answer({ body: { statusCode: 200, url } });
    expect(await at.findByText('Please check your connection.')).toBeTruthy();
  });

  it.each([
    ['WRONG_TYPE', refusal(415, 'WRONG_TYPE'), 'Only PDF files are allowed.Choose another file.'],
    ['ENCRYPTED', refusal(422, 'ENCRYPTED', 'This PDF is locked.'), 'This PDF is locked.Choose another file.'],
  ])('the upload dialog asks for another file when the server refuses the file with %s', async (_, refused, text) => {
    const { at, fill, submit, sentFile } = await openDialog();
    await fill();
    await submit();
    (await sentFile()).answer(refused as { status: number; body: unknown });
    await waitFor(() => expect(at.getByRole('alert').textContent).toBe(text));
    expect(at.getByLabelText(/choose another/).getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(at.getByRole('button', { name: 'Upload' })).toBe(window.document.activeElement));
  });

  const tooMany = 'Too many files were uploaded from your network today. Please try again tomorrow.';
  it.each([
    ['saved', refusal(400, 'MAXIMUM_LIMIT'), 'Delete a document that you no longer need, then upload this one.'],
    ['uploaded', refusal(429, 'TOO_MANY_UPLOADS', tooMany), tooMany],
    ['uploaded', refusal(503, 'UNAVAILABLE', 'Storage is nearly full.'), 'Storage is nearly full.'],
  ])(
    'when a document cannot be %s because of a limit, the upload dialog shows the reason or what to do (case %#)',
    async (step, refused, advice) => {
      const answer = refused as { status: number; body: unknown };
      const { at, fill, submit, sentFile } = await openDialog(step === 'saved' ? { saved: answer } : {});
      await fill();
      await submit();
      (await sentFile()).answer(step === 'saved' ? { body: { statusCode: 200, url } } : answer);
      await waitFor(() => expect(at.getByRole('alert').textContent).toContain(advice));
      expect(at.getByRole('alert').textContent).not.toContain('You can try again');
    },
  );

  it('after a failed or cancelled upload, the submit button of the upload dialog has the focus', async () => {
    const { at, fill, person, submit, sentFile } = await openDialog();
    await fill();
    await submit();
    (await sentFile()).answer(refusal(500, 'INTERNAL_ERROR') as { status: number; body: unknown });
    const again = await at.findByRole('button', { name: 'Try again' });
    await waitFor(() => expect(window.document.activeElement).toBe(again));
    expect(at.getByRole('alert').textContent).toContain('Your file is still selected. You can try again.');
    await person.click(again);
    await sentFile(1);
    await person.click(await at.findByRole('button', { name: 'Cancel upload' }));
    await waitFor(() => expect(at.getByRole('button', { name: 'Upload' })).toBe(window.document.activeElement));
  });

  it.each(['Close', 'Escape'])(
    'pressing %s asks for confirmation before the upload dialog closes and discards the selected file',
    async (way) => {
      const { at, person, choose, dialog } = await openDialog();
      await choose(pdf());
      const leave = () =>
        way === 'Escape' ? person.keyboard('{Escape}') : person.click(at.getByRole('button', { name: way }));
      const question = () => screen.queryByRole('dialog', { name: 'Discard your changes?' });
      await leave();
      await person.click(await screen.findByRole('button', { name: 'Keep editing' }, untilLoaded));
      await waitFor(() => expect(question()).toBeNull());
      expect(name(dialog).value).toBe('my cdc');
      await leave();
      await screen.findByRole('button', { name: 'Keep editing' }, untilLoaded);
      await person.keyboard('{Escape}');
      await waitFor(() => expect(question()).toBeNull());
      expect(name(dialog).isConnected).toBe(true);
      await leave();
      await person.click(await screen.findByRole('button', { name: 'Discard changes' }, untilLoaded));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(screen.getByRole('button', { name: 'Upload document' })).toBe(window.document.activeElement);
    },
  );

  it('closing the upload dialog returns the focus to the button that opened it', async () => {
    const { person, at } = await openDialog();
    await person.click(at.getByRole('button', { name: 'Close' }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Upload document' })).toBe(window.document.activeElement),
    );
  });
});
