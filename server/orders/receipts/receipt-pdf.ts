import type { Receipt, ReceiptLine } from '../../../contract/receipt.ts';
import { formatDay, formatRupees } from '../../pdf/pdf-text.ts';
import { PdfWriter } from '../../pdf/pdf-writer.ts';

const amountWidth = 110;
const gap = 16;
const noteGap = 14;

function drawHeader(pdf: PdfWriter, { academy }: Receipt): void {
  pdf.write(academy.legal_name, { size: 14, isBold: true });
  pdf.skip(2);
  pdf.write(academy.address, { isMuted: true });
  pdf.write(academy.tax_number, { isMuted: true });
  pdf.write(`${academy.email} · ${academy.phone}`, { isMuted: true });
  pdf.skip(10);
  pdf.drawRule(2);
}

function drawParties(pdf: PdfWriter, { student, payment, ...receipt }: Receipt): void {
  const half = (pdf.width - gap) / 2;
  const top = pdf.y;
  pdf.write('Received from', { size: 9, isMuted: true }, { width: half });
  pdf.write(student.name, { size: 12, isBold: true }, { width: half });
  for (const line of [student.email, student.mobile, student.indos_number && `INDOS ${student.indos_number}`])
    if (line) pdf.write(line, {}, { width: half });
  const left = pdf.y;

  pdf.returnTo(top);
  const facts: Array<[string, string]> = [
    ['Receipt number', receipt.receipt_number],
    ['Date', formatDay(receipt.issued_on)],
    ['Order number', receipt.order_id],
    ...(receipt.adds_to ? [['Adds to receipt', receipt.adds_to] satisfies [string, string]] : []),
    ['Paid by', payment ? (payment.method ?? 'Online payment') : 'Nothing to pay'],
    ...(payment ? [['Payment reference', payment.reference] satisfies [string, string]] : []),
  ];
  for (const [name, value] of facts) {
    pdf.draw(name, { size: 9, isMuted: true }, { left: half + gap, width: 90 });
    pdf.skip(pdf.draw(value, { isBold: true }, { left: half + gap + 90 }) + 2);
  }
  pdf.returnTo(Math.max(left, pdf.y));
  pdf.skip(18);
}

function drawTableHeader(pdf: PdfWriter, { discount, adds_to }: Receipt): void {
  pdf.draw('Course and batch', { size: 9, isMuted: true });
  const title = adds_to ? 'Price difference' : discount > 0 ? 'Fee after discount' : 'Fee';
  pdf.skip(
    pdf.draw(title, { size: 9, isMuted: true, align: 'right' }, { left: pdf.width - amountWidth, width: amountWidth }),
  );
  pdf.skip(4);
  pdf.drawRule();
}

function detailsOf({ type, courses }: ReceiptLine): string[] {
  return courses.map(({ name, batch_start_date: start, batch_end_date: end }) => {
    const days = start === end ? formatDay(start) : `${formatDay(start)} – ${formatDay(end)}`;
    return type === 'package' ? `${name}: ${days}` : days;
  });
}

function drawLine(pdf: PdfWriter, line: ReceiptLine, writeTableHeader: () => void): void {
  const column = { width: pdf.width - amountWidth - gap };
  const [first = '', ...others] = detailsOf(line);
  const head = { size: 10.5, isBold: true };
  // Keep the name of an order line and its first row of dates on the same page.
  if (pdf.ensureSpace(pdf.heightOf(line.name, head, column) + pdf.heightOf(first, {}))) writeTableHeader();
  const amount = { left: pdf.width - amountWidth, width: amountWidth };
  pdf.draw(formatRupees(line.price), { ...head, align: 'right' }, amount);
  pdf.skip(pdf.draw(line.name, head, column));
  for (const detail of [first, ...others]) {
    if (pdf.ensureSpace(pdf.heightOf(detail, {}))) writeTableHeader();
    pdf.skip(pdf.draw(detail, { isMuted: true }));
  }
  pdf.skip(8);
}

const refundNotes = {
  completed: '',
  refund_due: 'This amount is being refunded.',
  refunded: 'This amount was refunded.',
};

/** Draws the totals, and below them the notes. All are on the same page. */
function drawTotals(pdf: PdfWriter, receipt: Receipt): void {
  const rows: Array<[string, string]> =
    receipt.discount > 0
      ? [
          ['Fees before discount', formatRupees(receipt.subtotal)],
          ['Discount', `−${formatRupees(receipt.discount)}`],
        ]
      : [];
  const refundNote = refundNotes[receipt.state];
  const texts = [receipt.total_in_words, refundNote, receipt.academy.note].filter(Boolean);
  const height = texts.reduce((sum, text) => sum + pdf.heightOf(text, {}), noteGap);
  pdf.ensureSpace(20 * (rows.length + 2) + height);
  pdf.drawRule();
  const amount = { left: pdf.width - amountWidth, width: amountWidth };
  for (const [name, value] of rows) {
    pdf.draw(value, { align: 'right' }, amount);
    pdf.skip(pdf.draw(name) + 4);
  }
  pdf.draw(formatRupees(receipt.total), { size: 12, isBold: true, align: 'right' }, amount);
  pdf.skip(pdf.draw('Total paid', { size: 12, isBold: true }) + 4);
  pdf.write(receipt.total_in_words);
  pdf.skip(noteGap);
  if (refundNote) pdf.write(refundNote, { isBold: true });
  pdf.write(receipt.academy.note, { size: 9, isMuted: true });
}

/**
 * Draws the PDF of a receipt. The same receipt gives the same file, byte for byte. With `isCompressed: false`, tests
 * can read the text.
 */
export async function drawReceiptPdf(receipt: Receipt, { isCompressed = true } = {}): Promise<Uint8Array<ArrayBuffer>> {
  const title = `Receipt ${receipt.receipt_number}`;
  const pdf = new PdfWriter({ title, createdAt: new Date(`${receipt.issued_on}T00:00:00Z`), isCompressed });
  const writeTableHeader = () => drawTableHeader(pdf, receipt);
  drawHeader(pdf, receipt);
  pdf.write('Receipt', { size: 20, isBold: true });
  pdf.skip(10);
  drawParties(pdf, receipt);
  writeTableHeader();
  for (const line of receipt.lines) drawLine(pdf, line, writeTableHeader);
  drawTotals(pdf, receipt);
  return pdf.finish(title);
}
