import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { uploadDocument } from '../../../contract/files.ts';
import { clientHeader, idempotencyHeader, markerHeader, subjectHeader } from '../../../contract/headers.ts';
import type { ApiError } from '../../../src/lib/api.ts';
import { createUpload, uploadSilence } from '../../../src/lib/upload.ts';
import { createPageFetch } from '../../../src/offline/page-fetch.ts';
import { Subject } from '../../../src/offline/subject.ts';
import { holdUploads } from '../../support/upload-line.ts';

const file = new File(['%PDF-1.7'], 'cdc.pdf', { type: 'application/pdf' });
const key = '0b8f7d0e-5d0a-4f55-8a3e-0f0f0f0f0f0f';
const url = '/api/files/6f1c2a34-7a10-4b5e-9d55-0f6f6b1f0001';

describe('an upload', () => {
  let line: ReturnType<typeof holdUploads>;
  beforeEach(() => {
    line = holdUploads();
  });
  afterEach(() => {
    line.end();
    vi.useRealTimers();
  });

  function begin(options: { onProgress?: (share: number) => void; signal?: AbortSignal } = {}) {
    const hear = vi.fn();
    const subject = new Subject(null);
    subject.enter('asha');
    const note = { isPending: false, deliver: async () => true };
    const parts = { connection: { isCut: true, hear }, note, subject, patience: 3_600_000 };
    const upload = createUpload((send) => createPageFetch({ ...parts, send }));
    const ended = upload(uploadDocument, file, { key, ...options });
    const failure = ended.then(
      () => null,
      (error: ApiError) => error,
    );
    return { ended, failure, hear, subject, sent: () => vi.waitUntil(() => line.sent[0]) };
  }

  it('sends the file as a form with what every call of ours carries, and answers its address', async () => {
    const { ended, sent, hear } = begin();
    const request = await sent();
    expect([request.method, request.url]).toEqual(['POST', '/api/aws/file/aws-upload']);
    expect(request.headers.get(clientHeader)).toBe('web');
    expect(request.headers.get(idempotencyHeader)).toBe(key);
    expect(request.headers.get(subjectHeader)).toBe('asha');
    // The browser names the type itself, with the boundary.
    expect(request.headers.get('content-type')).toBeNull();
    expect(request.body?.get('file')).toBeInstanceOf(File);
    request.answer({ body: { statusCode: 200, url } });
    expect(await ended).toBe(url);
    expect(hear).toHaveBeenCalledWith('ours');
  });

  it('tells how much is sent', async () => {
    const shares: number[] = [];
    const { ended, sent } = begin({ onProgress: (share) => shares.push(share) });
    const request = await sent();
    request.progress(0.25);
    request.progress(1);
    request.answer({ body: { statusCode: 200, url } });
    await ended;
    expect(shares).toEqual([0.25, 1]);
  });

  it('fails as refused with the server’s code, also where the session has ended', async () => {
    const { failure, sent } = begin();
    const body = {
      statusCode: 401,
      code: 'UNAUTHENTICATED',
      errorCode: 'UNAUTHENTICATED',
      message: 'No',
      requestId: 'r',
    };
    (await sent()).answer({ status: 401, body });
    expect(await failure).toMatchObject({ kind: 'refused', status: 401, code: 'UNAUTHENTICATED' });
  });

  it('takes a captive portal’s 200 for no answer', async () => {
    const { failure, sent, hear } = begin();
    (await sent()).answer({ body: { statusCode: 200, url }, headers: { 'content-type': 'text/html' } });
    expect(await failure).toMatchObject({ kind: 'offline' });
    expect(hear).toHaveBeenCalledWith('foreign');
  });

  it('fails as broken where the answer has no address', async () => {
    const { failure, sent } = begin();
    (await sent()).answer({ body: { statusCode: 200 } });
    expect(await failure).toMatchObject({ kind: 'broken' });
  });

  it('fails as offline when the connection breaks', async () => {
    const { failure, sent, hear } = begin();
    (await sent()).lose();
    expect(await failure).toMatchObject({ kind: 'offline' });
    expect(hear).toHaveBeenCalledWith('nothing');
  });

  it('stops sending on abort, and that says nothing of the connection', async () => {
    const leaving = new AbortController();
    const { failure, sent, hear } = begin({ signal: leaving.signal });
    const request = await sent();
    leaving.abort();
    expect(await failure).toMatchObject({ name: 'AbortError' });
    expect(request.isAborted).toBe(true);
    expect(hear).not.toHaveBeenCalled();
  });

  it('waits for a slow line, and gives up on one that is silent', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { failure, sent } = begin();
    const request = await sent();
    for (const share of [0.1, 0.2, 0.3]) {
      await vi.advanceTimersByTimeAsync(uploadSilence - 1000);
      request.progress(share);
    }
    expect(request.isAborted).toBe(false);
    await vi.advanceTimersByTimeAsync(uploadSilence);
    expect(request.isAborted).toBe(true);
    expect(await failure).toMatchObject({ kind: 'offline' });
  });

  it('drops an answer made for another student', async () => {
    const { failure, sent, subject } = begin();
    const headers = { [markerHeader]: '1', [subjectHeader]: 'dev' };
    (await sent()).answer({ body: { statusCode: 200, url }, headers });
    expect(await failure).toMatchObject({ kind: 'offline' });
    expect(subject.student).toBe('dev');
  });
});
