/**
 * Builds a PDF file as a string. `objects`: the bodies of its objects, numbered from 1. The first one is the catalog.
 */
function writePdf(objects: readonly string[]): string {
  let text = '%PDF-1.7\n';
  const starts = objects.map((body, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const table = starts.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}

/**
 * Builds an uncompressed PDF file with one empty page, as a string. `objects` are further PDF objects, which follow the
 * three objects that make up the page.
 */
export const makePdf = (objects: string[] = [], catalog = ''): string =>
  writePdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
    ...objects,
  ]);

/** A PDF that shows each line of text on a page of its own. */
export function makeTextPdf(lines: readonly string[]): Buffer {
  const pageNumbers = lines.map((_, index) => 4 + index * 2);
  const pageObjects = lines.flatMap((line, index) => {
    const content = `BT /F1 24 Tf 72 700 Td (${line}) Tj ET`;
    const resources = '/Resources << /Font << /F1 3 0 R >> >>';
    return [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${resources} /Contents ${5 + index * 2} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ];
  });
  const text = writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${lines.length} /Kids [${pageNumbers.map((number) => `${number} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pageObjects,
  ]);
  return Buffer.from(text, 'latin1');
}
