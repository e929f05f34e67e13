import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a PDF with plain lines of text on each page. Every page is marked as a specimen, because the documents are
 * made up for the demo.
 */
export async function writeSpecimen(path: string, title: string, pages: string[][]): Promise<void> {
  const { default: PdfDocument } = await import('pdfkit');
  const sheet = new PdfDocument({ size: 'A4', margin: 64, autoFirstPage: false, info: { Title: title } });
  const written = pipeline(sheet, createWriteStream(path, { mode: 0o600 }));
  for (const [index, lines] of pages.entries()) {
    sheet.addPage();
    sheet
      .font('Helvetica')
      .fontSize(10)
      .text(`SPECIMEN · page ${index + 1} of ${pages.length}`)
      .moveDown(2);
    for (const line of lines) sheet.fontSize(15).text(line).moveDown(0.6);
  }
  sheet.end();
  await written;
}
