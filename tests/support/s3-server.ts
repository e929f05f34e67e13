import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll } from 'vitest';
import { listenLocally, readBody } from './local-http.ts';
import { type S3Account, signatureFault } from './s3-signature.ts';

/**
 * What the next request gets: its usual response (`none`), an error response, no response (`silence`), or a connection
 * that breaks while the request body arrives (`cut`) or while the response body is sent (`cutAnswer`).
 */
type S3Fault = 'none' | 'SlowDown' | 'InternalError' | 'AccessDenied' | 'silence' | 'cut' | 'cutAnswer';

/**
 * A fake S3 bucket in this process. It responds like Amazon S3 with path-style URLs, including signatures, hashes and
 * errors.
 */
export type S3Server = {
  account: S3Account & { endpoint: string; bucket: string };
  objects: Map<string, { bytes: Buffer; type: string }>;
  /** The faults of the next requests. Each fault applies to one request. */
  faults: S3Fault[];
  /** Method and path of every request, in order. */
  asked: string[];
};

const statuses: Record<string, number> = {
  AccessDenied: 403,
  AuthorizationHeaderMalformed: 400,
  IncompleteBody: 400,
  InternalError: 500,
  InvalidRange: 416,
  MethodNotAllowed: 405,
  MissingContentLength: 411,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  SlowDown: 503,
  XAmzContentSHA256Mismatch: 400,
};

function fail(response: ServerResponse, code: string): unknown {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message><RequestId>4442587FB7D0A2F9</RequestId></Error>`;
  return response.writeHead(statuses[code] ?? 403, { 'content-type': 'application/xml' }).end(xml);
}

async function store(server: S3Server, key: string, request: IncomingMessage): Promise<string | null> {
  const length = request.headers['content-length'];
  if (length === undefined) return 'MissingContentLength';
  const bytes = await readBody(request);
  if (bytes.length !== Number(length)) return 'IncompleteBody';
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== request.headers['x-amz-content-sha256']) return 'XAmzContentSHA256Mismatch';
  server.objects.set(key, { bytes, type: String(request.headers['content-type']) });
  return null;
}

function give(server: S3Server, key: string, request: IncomingMessage, response: ServerResponse): unknown {
  const object = server.objects.get(key);
  if (!object) return fail(response, 'NoSuchKey');
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (first !== undefined && Number(first) >= object.bytes.length) return fail(response, 'InvalidRange');
  const bytes = first === undefined ? object.bytes : object.bytes.subarray(Number(first), Number(last) + 1);
  response.writeHead(first === undefined ? 200 : 206, { 'content-type': object.type, 'content-length': bytes.length });
  if (server.faults[0] !== 'cutAnswer') return response.end(bytes);
  server.faults.shift();
  return response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}

async function answer(server: S3Server, request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  server.asked.push(`${request.method} ${request.url}`);
  const fault = server.faults[0] === 'cutAnswer' ? undefined : server.faults.shift();
  if (fault === 'silence') return null;
  if (fault === 'cut') return request.once('data', () => request.destroy());
  if (fault && fault !== 'none') return fail(response, fault);
  const wrong = signatureFault(request, server.account);
  if (wrong) return fail(response, wrong);
  const [, bucket, ...path] = (request.url ?? '').split('/');
  const key = path.join('/');
  if (bucket !== server.account.bucket) return fail(response, 'NoSuchBucket');
  if (request.method === 'GET') return give(server, key, request, response);
  if (request.method === 'DELETE') {
    server.objects.delete(key);
    return response.writeHead(204).end();
  }
  const refused = request.method === 'PUT' ? await store(server, key, request) : 'MethodNotAllowed';
  if (refused) return fail(response, refused);
  return response.writeHead(200, { etag: '"0"' }).end();
}

/** Starts a fake S3 server on a free port for a test file. */
export async function startS3Server(): Promise<S3Server> {
  const account = { accessKeyId: 'LANDFALLTEST', secretAccessKey: 'secret/with+signs', region: 'ap-south-1' };
  const server: S3Server = {
    account: { ...account, endpoint: '', bucket: 'academy-files' },
    objects: new Map(),
    faults: [],
    asked: [],
  };
  const http = createServer((request, response) => {
    request.on('error', () => undefined);
    answer(server, request, response).catch(() => response.destroy());
  });
  server.account.endpoint = await listenLocally(http);
  afterAll(() => {
    http.closeAllConnections();
    http.close();
  });
  return server;
}
