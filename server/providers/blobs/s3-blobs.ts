import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { type Blobs, BlobsUnavailable, type WholeFile } from './blobs.ts';

export type S3Settings = {
  /** URL of the storage service, such as `https://s3.ap-south-1.amazonaws.com`. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /**
   * Whether URLs contain the bucket's name in the path instead of the host name, as most services other than Amazon's
   * require.
   */
  isPathStyle: boolean;
  /**
   * How long to wait for a response (`answerMs`) and for an upload (`uploadMs`). `pauseMs`: the pause between attempts,
   * which is doubled for each attempt and multiplied by a random factor.
   */
  timeouts?: { answerMs: number; uploadMs: number; pauseMs: number };
};

const defaultTimeouts = { answerMs: 15_000, uploadMs: 120_000, pauseMs: 200 };
const attempts = 3;

type BlobRequest = { method: 'PUT' | 'GET' | 'DELETE'; id: string; headers?: Record<string, string>; body?: Blob };

/** The URL of a stored file: `uploads/<id>` in the bucket. */
export function s3Address({ endpoint, bucket, isPathStyle }: S3Settings, id: string): string {
  const base = new URL(endpoint);
  if (!isPathStyle) base.host = `${bucket}.${base.host}`;
  const parts = [base.pathname.replace(/\/+$/, ''), ...(isPathStyle ? [bucket] : []), 'uploads', id];
  base.pathname = parts.join('/');
  return base.href;
}

/** The S3 error code in the body of a response, or the HTTP status if there is none. */
async function codeOf(response: Response): Promise<string> {
  const text = await response.text().catch(() => '');
  return /<Code>(\w{1,60})<\/Code>/.exec(text.slice(0, 4000))?.[1] ?? String(response.status);
}

const isRetryable = (status: number) => status >= 500 || status === 429 || status === 408;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends one request to the service. The timeout of `ms` milliseconds applies until the headers of the response arrive;
 * the caller may take longer to read the body.
 */
async function sendOnce(
  client: AwsClient,
  url: string,
  { method, headers, body }: BlobRequest,
  ms: number,
): Promise<Response> {
  const request = await client.sign(url, { method, ...(headers ? { headers } : {}), ...(body ? { body } : {}) });
  const stop = new AbortController();
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Error(`no answer within ${ms} ms`);
    stop.abort(error);
    // `fetch` holds only a weak reference to the abort signal and may miss the abort, so the promise is also rejected
    // explicitly.
    timeout.reject(error);
  }, ms);
  try {
    // Do not follow redirects: they could send documents to another host, or without TLS.
    return await Promise.race([fetch(request, { signal: stop.signal, redirect: 'manual' }), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Sends a request to the service, with retries. They are safe because every request is idempotent.
 * @throws BlobsUnavailable if all attempts have failed
 */
async function sendRequest(client: AwsClient, settings: S3Settings, blobRequest: BlobRequest): Promise<Response> {
  const { answerMs, uploadMs, pauseMs } = settings.timeouts ?? defaultTimeouts;
  const url = s3Address(settings, blobRequest.id);
  let cause: unknown;
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (attempt > 0) await pause(pauseMs * 2 ** attempt * Math.random());
    try {
      const response = await sendOnce(client, url, blobRequest, blobRequest.body ? uploadMs : answerMs);
      if (!isRetryable(response.status)) return response;
      cause = await codeOf(response);
    } catch (error) {
      cause = error;
    }
  }
  throw new BlobsUnavailable(`the bucket ${settings.bucket} does not answer`, { cause });
}

/** Whether the response shows that the file exists. @throws BlobsUnavailable for any error other than a missing file */
async function exists(settings: S3Settings, response: Response): Promise<boolean> {
  if (response.ok) return true;
  const code = await codeOf(response);
  if (code === 'NoSuchKey') return false;
  throw new BlobsUnavailable(`the bucket ${settings.bucket} refuses: ${code}`);
}

async function put(client: AwsClient, settings: S3Settings, id: string, file: WholeFile): Promise<void> {
  // The file is read from the disk while it is being sent. If it has changed since it was hashed, the service rejects
  // the body, because the length or hash differs from the headers.
  const body = await openAsBlob(file.path, { type: file.mediaType });
  const headers = { 'content-type': file.mediaType, 'x-amz-content-sha256': file.sha256.toString('hex') };
  const response = await sendRequest(client, settings, { method: 'PUT', id, headers, body });
  await exists(settings, response);
  await response.body?.cancel();
  await rm(file.path, { force: true });
}

/**
 * A store of files in a bucket of Amazon S3 or a compatible service. Requests are signed with Amazon's Signature
 * Version 4.
 */
export function s3Blobs(settings: S3Settings): Blobs {
  const { region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ region, accessKeyId, secretAccessKey, service: 's3' });
  return {
    put: (id, file) => put(client, settings, id, file),
    async open(id, range) {
      const part = range && { headers: { range: `bytes=${range.first}-${range.last}` } };
      const response = await sendRequest(client, settings, { method: 'GET', id, ...part });
      if (!(await exists(settings, response)) || !response.body) return null;
      return Readable.fromWeb(response.body as ReadableStream);
    },
    async remove(id) {
      const response = await sendRequest(client, settings, { method: 'DELETE', id });
      if (await exists(settings, response)) await response.body?.cancel();
    },
  };
}
