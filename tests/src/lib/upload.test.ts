import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { uploadDocument } from '../../../contract/files.ts';
import { clientHeader, idempotencyHeader, markerHeader, subjectHeader } from '../../../contract/headers.ts';
import type { ApiError } from '../../../src/lib/api.ts';
import { createUpload } from '../../../src/lib/upload.ts';
import { createPageFetch } from '../../../src/offline/calls/page-fetch.ts';
import { Subject } from '../../../src/offline/session/subject.ts';
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
    const report = vi.fn();
    const subject = new Subject(null);
    subject.enter('asha');
    const pendingSignOut = { student: null, deliver: async () => true };
    const parts = { connection: { isOffline: true, report }, pendingSignOut, subject, timeoutMs: 3_600_000 };
    const upload = createUpload((send) => createPageFetch({ ...parts, send }));
    const ended = upload(uploadDocument, file, { key, ...options });
    const failure = ended.then(
      () => null,
      (error: ApiError) => error,
    );
    return { ended, failure, report, subject, sent: () => vi.waitUntil(() => line.sent[0]) };
  }

  it('an upload sends the file as form data with the headers of an API call, and returns the URL of the stored file', async () => {
    const { ended, sent, report } = begin();
    const request = await sent();
    expect([request.method, request.url]).toEqual(['POST', '/api/aws/file/aws-upload']);
    expect(request.headers.get(clientHeader)).toBe('web');
    expect(request.headers.get(idempotencyHeader)).toBe(key);
    expect(request.headers.get(subjectHeader)).toBe('asha');
    // The browser sets the content type itself, with the boundary.
    expect(request.headers.get('content-type')).toBeNull();
    expect(request.body?.get('file')).toBeInstanceOf(File);
    request.answer({ body: { statusCode: 200, url } });
    expect(await ended).toBe(url);
    expect(report).toHaveBeenCalledWith('ours');
  });

  it('an upload reports its progress', async () => {
    const shares: number[] = [];
    const { ended, sent } = begin({ onProgress: (share) => shares.push(share) });
    const request = await sent();
    request.progress(0.25);
    request.progress(1);
    request.answer({ body: { statusCode: 200, url } });
    await ended;
    expect(shares).toEqual([0.25, 1]);
  });

  it('an upload whose session has expired fails with the error kind “refused” and the server’s error code', async () => {
    const { failure, sent } = begin();
    const body = {
      statusCode: 401,
      code: 'UNAUTHORIZED_REQUEST',
      errorCode: 'UNAUTHORIZED_REQUEST',
      message: 'No',
      requestId: 'r',
    };
    (await sent()).answer({ status: 401, body });
    expect(await failure).toMatchObject({ kind: 'refused', status: 401, code: 'UNAUTHORIZED_REQUEST' });
  });

  it('an upload to which a captive portal responds with 200 fails like an upload without a response', async () => {
    const { failure, sent, report } = begin();
    (await sent()).answer({ body: { statusCode: 200, url }, headers: { 'content-type': 'text/html' } });
    expect(await failure).toMatchObject({ kind: 'offline' });
    expect(report).toHaveBeenCalledWith('foreign');
  });

  it('an upload fails with the error kind “broken” when the response contains no URL', async () => {
    const { failure, sent } = begin();
    (await sent()).answer({ body: { statusCode: 200 } });
    expect(await failure).toMatchObject({ kind: 'broken' });
  });

  it('an upload fails with the error kind “offline” when the connection is lost', async () => {
    const { failure, sent, report } = begin();
    (await sent()).lose();
    expect(await failure).toMatchObject({ kind: 'offline' });
    expect(report).toHaveBeenCalledWith('noResponse');
  });

  it('aborting an upload stops it and does not count as a lost connection', async () => {
    const leaving = new AbortController();
    const { failure, sent, report } = begin({ signal: leaving.signal });
    const request = await sent();
    leaving.abort();
    expect(await failure).toMatchObject({ name: 'AbortError' });
    expect(request.isAborted).toBe(true);
    expect(report).not.toHaveBeenCalled();
  });

  it('an upload continues while it makes progress, however slowly, and is aborted after 30 s without progress', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { failure, sent } = begin();
    const request = await sent();
    for (const share of [0.1, 0.2, 0.3]) {
      await vi.advanceTimersByTimeAsync(29_000);
      request.progress(share);
    }
    expect(request.isAborted).toBe(false);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(request.isAborted).toBe(true);
    expect(await failure).toMatchObject({ kind: 'offline' });
  });

  it('an upload fails when the response says that another student is signed in', async () => {
    const { failure, sent, subject } = begin();
    const headers = { [markerHeader]: '1', [subjectHeader]: 'dev' };
    (await sent()).answer({ body: { statusCode: 200, url }, headers });
    expect(await failure).toMatchObject({ kind: 'offline' });
    expect(subject.student).toBe('dev');
  });
});
