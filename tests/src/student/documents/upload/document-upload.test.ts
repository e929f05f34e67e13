import { describe, expect, it, vi } from 'vitest';
import { addDocument, type StudentDocument } from '../../../../../contract/documents.ts';
import type { RefusalCode } from '../../../../../contract/endpoint.ts';
import { uploadDocument } from '../../../../../contract/files.ts';
import { ApiError } from '../../../../../src/lib/api.ts';
import { DocumentFailure, DocumentUpload } from '../../../../../src/student/documents/upload/document-upload.ts';
import { refusedCall } from '../../../../support/refused-call.ts';

const file = new File(['%PDF-'], 'cdc.pdf', { type: 'application/pdf' });
const form = { category_name: 'personal', document_name: 'CDC', expires_on: null } as const;
const saved = { id: 'd1' } as StudentDocument;

const offline = () => new ApiError('offline', 'No response from server');
const refusedUpload = (code: RefusalCode<typeof uploadDocument>, message = '') =>
  refusedCall(uploadDocument, code, { message });
const refusedSave = (code: RefusalCode<typeof addDocument>, message = '', fields: Record<string, string> = {}) =>
  refusedCall(addDocument, code, { message, fields });

/** An upload whose requests fail with these errors, one after the other, and then succeed. */
function createUpload({ uploads = [] as Error[], saves = [] as Error[] } = {}) {
  let keys = 0;
  const uploadFile = vi.fn(async (_: unknown, __: File, { key }: { key: string }) => {
    const failed = uploads.shift();
    if (failed) throw failed;
    return `/api/files/${key}`;
  });
  const save = vi.fn(async (_: { document_url: string }, __: string) => {
    const failed = saves.shift();
    if (failed) throw failed;
    return saved;
  });
  const upload = new DocumentUpload({ uploadFile, save, newKey: () => `key-${++keys}` });
  const { signal } = new AbortController();
  const options = { signal, onProgress: () => {}, onSent: () => {} };
  const send = (change: object = {}, chosen = file) =>
    upload.send(chosen, { ...form, ...change }, options).catch((error: Error) => error.message);
  const uploadKeys = () => uploadFile.mock.calls.map(([, , { key }]) => key);
  const saveKeys = () => save.mock.calls.map(([, key]) => key);
  return { send, upload, uploadKeys, saveKeys, uploadFile, save };
}

describe('an upload of a document', () => {
  it('a new document is saved with the URL of its uploaded file', async () => {
    const { send, save } = createUpload();
    expect(await send()).toBe(saved);
    expect(save).toHaveBeenCalledWith({ ...form, document_url: '/api/files/key-1' }, 'key-2');
  });

  it('uploading the file of a document again after a lost connection uses the same idempotency key', async () => {
    const { send, uploadKeys } = createUpload({ uploads: [offline()] });
    expect(await send()).toBe('Network error.');
    expect(await send()).toBe(saved);
    expect(uploadKeys()).toEqual(['key-1', 'key-1']);
  });

  it('saving a document again after a lost connection uses the same idempotency key, and does not upload the file again', async () => {
    const { send, uploadKeys, saveKeys } = createUpload({ saves: [offline()] });
    expect(await send()).toBe('Please check your connection.');
    expect(await send()).toBe(saved);
    expect(uploadKeys()).toHaveLength(1);
    expect(new Set(saveKeys()).size).toBe(1);
  });

  it('a document upload is repeated under a new idempotency key if the student has changed the file or the form', async () => {
    const { send, uploadKeys, saveKeys } = createUpload({ uploads: [offline()], saves: [offline()] });
    await send();
    await send({}, new File(['%PDF-2'], 'other.pdf'));
    await send({ document_name: 'Passport' }, file);
    expect(new Set(uploadKeys()).size).toBe(3);
    expect(new Set(saveKeys()).size).toBe(2);
  });

  it('a document upload is repeated under a new idempotency key after the server has refused the file or the form', async () => {
    const { send, uploadKeys, saveKeys } = createUpload({
      uploads: [refusedUpload('UNREADABLE', 'This PDF is damaged.')],
      saves: [refusedSave('MAXIMUM_LIMIT')],
    });
    expect(await send()).toBe('This PDF is damaged.');
    expect(await send()).toBe('Maximum limit reached');
    await send();
    expect(new Set(uploadKeys()).size).toBe(2);
    expect(new Set(saveKeys()).size).toBe(2);
  });

  it('saving a document again uploads its file again if the server no longer has the file', async () => {
    const gone = refusedSave('INVALID_FIELDS', '', { document_url: 'Upload the file again' });
    const { send, uploadKeys } = createUpload({ saves: [gone] });
    expect(await send()).toBe('All fields are required');
    expect(await send()).toBe(saved);
    expect(uploadKeys()).toHaveLength(2);
  });

  it('cancelling a document upload does not reject with a DocumentFailure, whose message the upload dialog would show', async () => {
    const leaving = new AbortController();
    const { upload, uploadFile } = createUpload({ uploads: [new DOMException('gone', 'AbortError')] });
    leaving.abort();
    const sent = upload.send(file, form, { signal: leaving.signal, onProgress: () => {}, onSent: () => {} });
    await expect(sent).rejects.not.toBeInstanceOf(DocumentFailure);
    expect(uploadFile).toHaveBeenCalledTimes(1);
  });
});

describe('errors of a document upload', () => {
  it.each([
    [offline(), 'Network error.'],
    [refusedUpload('WRONG_TYPE'), 'Only PDF files are allowed.'],
    [refusedUpload('TOO_LARGE'), 'File size must be less than 10MB.'],
    [refusedUpload('ENCRYPTED', 'This PDF is locked.'), 'This PDF is locked.'],
    [refusedUpload('INTERNAL_ERROR', 'Internal'), 'Failed to upload document.'],
    [refusedUpload('UNAUTHORIZED_REQUEST', 'Please sign in.'), 'Failed to upload document.'],
    [new ApiError('broken', 'The response could not be read.'), 'An error occurred.'],
    [new Error('anything'), 'An error occurred.'],
  ])('an upload of a document that fails with “%s” shows the message: %s', async (error, text) => {
    expect(await createUpload({ uploads: [error] }).send()).toBe(text);
  });
});

describe('errors of saving a document', () => {
  it.each([
    [offline(), 'Please check your connection.'],
    [refusedSave('INVALID_FIELDS', 'x'), 'All fields are required'],
    [refusedSave('MAXIMUM_LIMIT', 'x'), 'Maximum limit reached'],
    [refusedSave('INTERNAL_ERROR', 'x'), 'Internal server error'],
    [refusedSave('RATE_LIMITED', 'Too many calls. Wait a minute.'), 'Too many calls. Wait a minute.'],
    [new ApiError('broken', 'The response could not be read.'), 'Unable to add new document'],
    [new ApiError('refused', '', 502), 'Unable to add new document'],
  ])('saving an uploaded document that fails with “%s” shows the message: %s', async (error, text) => {
    expect(await createUpload({ saves: [error] }).send()).toBe(text);
  });
});
