import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { type Blobs, BlobsUnavailable, type WholeFile } from './blobs.ts';

export type S3Settings = {
  /** Of the service, such as `https://s3.ap-south-1.amazonaws.com`. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket in the path instead of in the host's name, as most services that are not Amazon's want it. */
  isPathStyle: boolean;
  /** Milliseconds that an answer may take, and a whole file on its way there. */
  patience?: { answerMs: number; uploadMs: number; pauseMs: number };
};

const usualPatience = { answerMs: 15_000, uploadMs: 120_000, pauseMs: 200 };
const attempts = 3;

type Ask = { method: 'PUT' | 'GET' | 'DELETE'; id: string; headers?: Record<string, string>; body?: Blob };

/** Where a file is: `uploads/<id>` in the bucket. */
export function s3Address({ endpoint, bucket, isPathStyle }: S3Settings, id: string): string {
  const base = new URL(endpoint);
  if (!isPathStyle) base.host = `${bucket}.${base.host}`;
  const parts = [base.pathname.replace(/\/+$/, ''), ...(isPathStyle ? [bucket] : []), 'uploads', id];
  base.pathname = parts.join('/');
  return base.href;
}

/** The error's name in an answer of the service, which is all of it that anybody needs. */
async function codeOf(response: Response): Promise<string> {
  const text = await response.text().catch(() => '');
  return /<Code>(\w{1,60})<\/Code>/.exec(text.slice(0, 4000))?.[1] ?? String(response.status);
}

const isPassing = (status: number) => status >= 500 || status === 429 || status === 408;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks once; the time is for the answer's head, what is read of its body takes as long as its reader does. */
async function askOnce(client: AwsClient, url: string, { method, headers, body }: Ask, ms: number): Promise<Response> {
  const stop = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Error(`no answer within ${ms} ms`);
    stop.abort(error);
    // A request may lose sight of its signal (it holds it weakly); the caller is told all the same.
    late.reject(error);
  }, ms);
  try {
    const request = await client.sign(url, { method, ...(headers ? { headers } : {}), ...(body ? { body } : {}) });
    return await Promise.race([fetch(request, { signal: stop.signal }), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Asks again where that makes sense: each call ends the same however often it is made. @throws BlobsUnavailable */
async function ask(client: AwsClient, settings: S3Settings, asked: Ask): Promise<Response> {
  const { answerMs, uploadMs, pauseMs } = settings.patience ?? usualPatience;
  const url = s3Address(settings, asked.id);
  let cause: unknown;
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (attempt > 0) await pause(pauseMs * 2 ** attempt * Math.random());
    try {
      const response = await askOnce(client, url, asked, asked.body ? uploadMs : answerMs);
      if (!isPassing(response.status)) return response;
      cause = await codeOf(response);
    } catch (error) {
      cause = error;
    }
  }
  throw new BlobsUnavailable(`the bucket ${settings.bucket} does not answer`, { cause });
}

/** True for a file that is there, false where there is none. @throws BlobsUnavailable for any other refusal */
async function isThere(settings: S3Settings, response: Response): Promise<boolean> {
  if (response.ok) return true;
  const code = await codeOf(response);
  if (code === 'NoSuchKey') return false;
  throw new BlobsUnavailable(`the bucket ${settings.bucket} refuses: ${code}`);
}

async function put(client: AwsClient, settings: S3Settings, id: string, file: WholeFile): Promise<void> {
  // Read as it is sent. The service refuses a body that is shorter or has another hash, and then keeps nothing.
  const body = await openAsBlob(file.path, { type: file.mediaType });
  const headers = { 'content-type': file.mediaType, 'x-amz-content-sha256': file.sha256.toString('hex') };
  const response = await ask(client, settings, { method: 'PUT', id, headers, body });
  await isThere(settings, response);
  await response.body?.cancel();
  await rm(file.path, { force: true });
}

/** Files in a bucket of Amazon S3 or of a service that speaks as it does (Signature Version 4). */
export function s3Blobs(settings: S3Settings): Blobs {
  const { region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ region, accessKeyId, secretAccessKey, service: 's3' });
  return {
    put: (id, file) => put(client, settings, id, file),
    async open(id, range) {
      const part = range && { headers: { range: `bytes=${range.first}-${range.last}` } };
      const response = await ask(client, settings, { method: 'GET', id, ...part });
      if (!(await isThere(settings, response)) || !response.body) return null;
      return Readable.fromWeb(response.body as ReadableStream);
    },
    async remove(id) {
      const response = await ask(client, settings, { method: 'DELETE', id });
      if (await isThere(settings, response)) await response.body?.cancel();
    },
  };
}
