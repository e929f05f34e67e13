/**
 * A complete PDF with one page, as plain text. `objects` are further PDF objects, which follow the three that make up
 * the page.
 */
export function makePdf(objects: string[] = [], catalog = ''): string {
  const bodies = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
    ...objects,
  ];
  let text = '%PDF-1.7\n';
  const starts = bodies.map((body, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const table = starts.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = bodies.length + 1;
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}
