import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { multipart, multipartType } from '../../../support/multipart.ts';
import { makePdf } from '../../../support/pdf.ts';

const folder = await mkdtemp(join(tmpdir(), 'landfall-memory-'));
const script = fileURLToPath(new URL('memory-server.ts', import.meta.url));
const child = spawn(process.execPath, ['--expose-gc', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
afterAll(async () => {
  child.kill();
  await rm(folder, { recursive: true, force: true });
});
const [port] = await once(child.stdout, 'data').then(([line]) => [Number(String(line))]);
const address = `http://127.0.0.1:${port}/`;

const megabyte = 1024 * 1024;
const uploadsAtOnce = 8;
const rounds = 2;
/**
 * How many MB more memory large uploads may need than small ones. If uploads were held in memory, large ones would need
 * at least 72 MB more.
 */
const allowedGrowth = 40;

/** The most bytes that the server held in memory during uploads of the given size. */
async function peakOf(bytes: number): Promise<number> {
  const body = new Uint8Array(multipart({ bytes: makePdf([`(${'x'.repeat(bytes - 1000)})`]) }));
  const send = async () => {
    const response = await fetch(address, { method: 'POST', headers: { 'content-type': multipartType }, body });
    expect(await response.text()).toBe('stored');
  };
  await (await fetch(address)).text();
  for (let round = 0; round < rounds; round++) await Promise.all(Array.from({ length: uploadsAtOnce }, send));
  return Number(await (await fetch(address)).text());
}

it('eight simultaneous uploads of 10 MB each need less than 40 MB more memory than eight uploads of 1 MB', {
  timeout: 120_000,
}, async () => {
  await peakOf(megabyte);
  const small = await peakOf(megabyte);
  let grown = Number.POSITIVE_INFINITY;
  // Measure up to three times, because the size of socket buffers varies. Uploads held in memory would exceed the limit
  // each time.
  for (let tries = 0; tries < 3 && grown >= allowedGrowth; tries++) {
    const large = await peakOf(10 * megabyte);
    grown = (large - small) / megabyte;
    console.log(
      `peak memory: ${Math.round(small / megabyte)} MB for 1 MB, ${Math.round(large / megabyte)} MB for 10 MB`,
    );
  }
  expect(grown).toBeLessThan(allowedGrowth);
});
