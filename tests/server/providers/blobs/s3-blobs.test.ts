import { createHash, randomUUID } from 'node:crypto';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { BlobsUnavailable } from '../../../../server/providers/blobs/blobs.ts';
import { type S3Settings, s3Address, s3Blobs } from '../../../../server/providers/blobs/s3-blobs.ts';
import { listenLocally } from '../../../support/local-http.ts';
import { startS3Server } from '../../../support/s3-server.ts';

const server = await startS3Server();
const folder = await mkdtemp(join(tmpdir(), 'landfall-s3-'));
afterAll(() => rm(folder, { recursive: true }));
const settings = (): S3Settings => ({
  ...server.account,
  isPathStyle: true,
  timeouts: { answerMs: 400, uploadMs: 10_000, pauseMs: 1 },
});
const blobs = s3Blobs(settings());
/** A bucket client for tests in which the service never responds: its uploads time out as early as other requests. */
const impatient = s3Blobs({ ...settings(), timeouts: { answerMs: 400, uploadMs: 400, pauseMs: 1 } });

async function makeFile(bytes: Buffer) {
  const path = join(folder, randomUUID());
  await writeFile(path, bytes);
  return {
    path,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
    mediaType: 'application/pdf',
  };
}

async function readAll(id: string, range?: { first: number; last: number }): Promise<string | null> {
  const stream = await blobs.open(id, range);
  return stream && (await buffer(stream)).toString();
}

beforeEach(() => {
  server.faults.length = 0;
  server.asked.length = 0;
});

describe('files in a bucket', () => {
  it('a file is stored in the S3 bucket, read whole and in part, and deleted', async () => {
    const id = randomUUID();
    const file = await makeFile(Buffer.from('a whole document'));
    await blobs.put(id, file);
    expect(server.objects.get(`uploads/${id}`)).toEqual({
      bytes: Buffer.from('a whole document'),
      type: 'application/pdf',
    });
    await expect(access(file.path)).rejects.toThrow('ENOENT');
    expect(await readAll(id)).toBe('a whole document');
    expect(await readAll(id, { first: 2, last: 6 })).toBe('whole');
    await blobs.remove(id);
    expect(server.objects.has(`uploads/${id}`)).toBe(false);
    expect(await readAll(id)).toBeNull();
    await blobs.remove(id);
  });

  it('a file of 10 MB is stored in the S3 bucket and read back unchanged', async () => {
    const id = randomUUID();
    const bytes = Buffer.alloc(10 << 20, 'x');
    await blobs.put(id, await makeFile(bytes));
    const stream = await blobs.open(id);
    expect(stream && (await buffer(stream)).equals(bytes)).toBe(true);
  });

  it('S3 requests are retried when the service is busy, fails or drops the connection', async () => {
    const id = randomUUID();
    server.faults.push('SlowDown', 'InternalError');
    await blobs.put(id, await makeFile(Buffer.from('one')));
    server.faults.push('silence', 'SlowDown');
    expect(await readAll(id)).toBe('one');
    server.faults.push('SlowDown');
    await blobs.remove(id);
    expect(server.asked).toHaveLength(8);
  });

  it('a failed upload to S3 leaves no object in the bucket', async () => {
    const id = randomUUID();
    server.faults.push('cut', 'cut', 'cut');
    await expect(blobs.put(id, await makeFile(Buffer.alloc(5 << 20, 'x')))).rejects.toThrow(BlobsUnavailable);
    expect(server.objects.has(`uploads/${id}`)).toBe(false);
  });

  it('an upload to S3 is refused when its bytes do not match the checksum', async () => {
    const id = randomUUID();
    const file = await makeFile(Buffer.from('checked'));
    const swapped = await makeFile(Buffer.from('swapped'));
    const put = blobs.put(id, { ...file, path: swapped.path });
    await expect(put).rejects.toThrow('the bucket academy-files refuses: XAmzContentSHA256Mismatch');
    expect(server.objects.has(`uploads/${id}`)).toBe(false);
  });

  it('a download from S3 that is cut off ends with an error', async () => {
    const id = randomUUID();
    await blobs.put(id, await makeFile(Buffer.alloc(200_000, 'x')));
    server.faults.push('cutAnswer');
    await expect(readAll(id)).rejects.toThrow();
  });
});

describe('a bucket service that cannot be used', () => {
  it.each(['put', 'open', 'remove'] as const)(
    'the S3 request %s fails with an error if the service does not respond',
    async (call) => {
      server.faults.push('silence', 'silence', 'silence');
      const file = await makeFile(Buffer.from('x'));
      await expect(impatient[call](randomUUID(), file as never)).rejects.toThrow('does not answer');
    },
  );

  it('an S3 request whose time runs out while it is being signed fails with a timeout and leaves no unhandled rejection', async () => {
    server.faults.push('silence', 'silence', 'silence');
    const hurried = s3Blobs({ ...settings(), timeouts: { answerMs: 0, uploadMs: 0, pauseMs: 1 } });
    const rejections: unknown[] = [];
    const record = (reason: unknown) => rejections.push(reason);
    process.on('unhandledRejection', record);
    await expect(hurried.open(randomUUID())).rejects.toThrow('does not answer');
    process.off('unhandledRejection', record);
    server.faults.length = 0;
    expect(rejections).toEqual([]);
  });

  it.each([
    ['a wrong secret', { secretAccessKey: 'another' }, 'SignatureDoesNotMatch'],
    ['an unknown access key', { accessKeyId: 'another' }, 'InvalidAccessKeyId'],
    ['a wrong region', { region: 'eu-west-1' }, 'AuthorizationHeaderMalformed'],
    ['an unknown bucket', { bucket: 'another' }, 'NoSuchBucket'],
  ])(
    'every S3 request with a wrong setting (%s) fails with the error code of the S3 service',
    async (_, other, code) => {
      const wrong = s3Blobs({ ...settings(), ...other });
      await expect(wrong.open(randomUUID())).rejects.toThrow(code);
      await expect(wrong.put(randomUUID(), await makeFile(Buffer.from('x')))).rejects.toThrow(code);
      await expect(wrong.remove(randomUUID())).rejects.toThrow(code);
    },
  );

  it('a redirect by the S3 service is not followed, and the service is reported as unavailable', async () => {
    const redirecting = createServer((request, response) => {
      request.resume();
      response.writeHead(307, { location: `${server.account.endpoint}${request.url}` }).end();
    });
    onTestFinished(() => void redirecting.close());
    const moved = s3Blobs({ ...settings(), endpoint: await listenLocally(redirecting) });
    await expect(moved.open(randomUUID())).rejects.toThrow('the bucket academy-files refuses: 307');
    await expect(moved.put(randomUUID(), await makeFile(Buffer.from('x')))).rejects.toThrow(BlobsUnavailable);
    expect(server.asked).toEqual([]);
  });

  it('an unreachable S3 service is reported as unavailable', async () => {
    const gone = s3Blobs({ ...settings(), endpoint: 'http://127.0.0.1:9' });
    await expect(gone.open(randomUUID())).rejects.toThrow(BlobsUnavailable);
  });
});

it('s3Address builds path-style and virtual-host addresses of S3 objects', () => {
  const amazon = { ...settings(), endpoint: 'https://s3.ap-south-1.amazonaws.com', bucket: 'files' };
  expect(s3Address({ ...amazon, isPathStyle: false }, 'a')).toBe('https://files.s3.ap-south-1.amazonaws.com/uploads/a');
  expect(s3Address(amazon, 'a')).toBe('https://s3.ap-south-1.amazonaws.com/files/uploads/a');
  expect(s3Address({ ...amazon, endpoint: 'https://host.example/store/' }, 'a')).toBe(
    'https://host.example/store/files/uploads/a',
  );
});
