import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkPdf } from '../../../../server/files/check/check-pdf.ts';
import { makePdf } from '../../../support/pdf.ts';
import { packedPdf } from './compressed-pdf.ts';

async function check(bytes: Buffer | string, bounds?: Parameters<typeof checkPdf>[1]) {
  const path = join(tmpdir(), `landfall-pdf-${randomUUID()}`);
  await writeFile(path, bytes);
  onTestFinished(() => rm(path));
  return checkPdf(path, bounds);
}

describe('the PDF check', () => {
  it('the check of uploaded PDFs accepts a PDF made by a PDF library, even if its title contains the word JavaScript', async () => {
    const document = new PDFDocument({ info: { Title: 'Certificate (of JavaScript)' } });
    document.text('Proficiency in Survival Craft').addPage().text('Page two');
    document.end();
    await expect(check(await buffer(document))).resolves.toBeUndefined();
  });

  it('the check of uploaded PDFs finds no script in 9 MB of random bytes', { timeout: 60_000 }, async () => {
    let state = 1;
    const noise = Buffer.alloc(9 << 20);
    for (let at = 0; at < noise.length; at++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      noise[at] = state >>> 24;
    }
    const picture = `<< /Length ${noise.length} >>\nstream\n${noise.toString('latin1')}\nendstream`;
    await expect(check(Buffer.from(makePdf([picture]), 'latin1'))).resolves.toBeUndefined();
  });

  it('the check of uploaded PDFs finds a script that is split between two chunks', { timeout: 60_000 }, async () => {
    for (let shift = 0; shift < 40; shift++) {
      const padding = `(${'x'.repeat(65_536 - 220 + shift)})`;
      const bytes = makePdf([padding, '<< /S /J#61vaScript /X (1) >>']);
      await expect(check(bytes)).rejects.toMatchObject({ code: 'ACTIVE_CONTENT' });
    }
  });

  it('the check of a PDF with several object streams causes no Node.js warning, such as one about too many event listeners', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));
    const jump = ['<< /OpenAction 11 0 R >>', '<< /S /GoTo /D [3 0 R /Fit] >>'];
    await expect(check(packedPdf(jump, { repeat: 7 }))).resolves.toBeUndefined();
    expect(warnings).toEqual([]);
  });

  it('the check of uploaded PDFs rejects a PDF that unpacks to too many bytes, has too many object streams or takes too long', async () => {
    const bounds = { unpacked: 1000, streams: 2, ms: 20_000 };
    const ofSize = (bytes: number, repeat = 1) =>
      packedPdf(['null'], { pack: () => deflateSync(Buffer.alloc(bytes, ' ')), repeat });
    await expect(check(ofSize(1000), bounds)).resolves.toBeUndefined();
    const unreadable = { status: 422, code: 'UNREADABLE' };
    await expect(check(ofSize(1001), bounds)).rejects.toMatchObject(unreadable);
    await expect(check(ofSize(501, 2), bounds)).rejects.toMatchObject(unreadable);
    await expect(check(ofSize(1, 3), bounds)).rejects.toMatchObject(unreadable);
    await expect(check(ofSize(8 << 20), { ...bounds, unpacked: 1 << 30, ms: 0 })).rejects.toMatchObject({
      status: 503,
    });
  });
});
