import type { Receipt } from '../../contract/receipt.ts';
import { ReceiptSheet } from './receipt-sheet.ts';
import { formatDay, formatRupees } from './receipt-text.ts';

const amountWidth = 110;
const gap = 16;

function drawHead(sheet: ReceiptSheet, { academy }: Receipt): void {
  sheet.write(academy.legal_name, { size: 14, isBold: true });
  sheet.skip(2);
  sheet.write(academy.address, { isSoft: true });
  sheet.write(academy.tax_number, { isSoft: true });
  sheet.write(`${academy.email} · ${academy.phone}`, { isSoft: true });
  sheet.skip(10);
  sheet.rule(2);
}

function drawParties(sheet: ReceiptSheet, { student, payment, ...receipt }: Receipt): void {
  const half = (sheet.width - gap) / 2;
  const top = sheet.y;
  sheet.write('Received from', { size: 9, isSoft: true }, { width: half });
  sheet.write(student.name, { size: 12, isBold: true }, { width: half });
  for (const line of [student.email, student.mobile, student.indos_number && `INDOS ${student.indos_number}`])
    if (line) sheet.write(line, {}, { width: half });
  const left = sheet.y;

  sheet.returnTo(top);
  const facts: Array<[string, string]> = [
    ['Receipt number', receipt.receipt_number],
    ['Date', formatDay(receipt.issued_on)],
    ['Order number', receipt.order_id],
    ['Paid by', payment ? (payment.method ?? 'Online payment') : 'Nothing to pay'],
    ...(payment ? [['Payment reference', payment.reference] satisfies [string, string]] : []),
  ];
  for (const [name, value] of facts) {
    sheet.put(name, { size: 9, isSoft: true }, { at: half + gap, width: 90 });
    sheet.skip(sheet.put(value, { isBold: true }, { at: half + gap + 90 }) + 2);
  }
  sheet.returnTo(Math.max(left, sheet.y));
  sheet.skip(18);
}

function drawColumns(sheet: ReceiptSheet, hasDiscount: boolean): void {
  sheet.put('Course and batch', { size: 9, isSoft: true });
  const title = hasDiscount ? 'Fee after discount' : 'Fee';
  sheet.skip(
    sheet.put(title, { size: 9, isSoft: true, align: 'right' }, { at: sheet.width - amountWidth, width: amountWidth }),
  );
  sheet.skip(4);
  sheet.rule();
}

type Line = Receipt['lines'][number];

function detailsOf({ type, courses }: Line): string[] {
  return courses.map(({ name, batch_start_date: start, batch_end_date: end }) => {
    const days = `${formatDay(start)} to ${formatDay(end)}`;
    return type === 'package' ? `${name}: ${days}` : days;
  });
}

function drawLine(sheet: ReceiptSheet, line: Line, drawTitles: () => void): void {
  const place = { width: sheet.width - amountWidth - gap };
  const [first = '', ...others] = detailsOf(line);
  const head = { size: 10.5, isBold: true };
  // A name never stands alone at a page's end.
  if (sheet.need(sheet.heightOf(line.name, head, place) + sheet.heightOf(first, {}))) drawTitles();
  const amount = { at: sheet.width - amountWidth, width: amountWidth };
  sheet.put(formatRupees(line.price), { ...head, align: 'right' }, amount);
  sheet.skip(sheet.put(line.name, head, place));
  for (const detail of [first, ...others]) {
    if (sheet.need(sheet.heightOf(detail, {}))) drawTitles();
    sheet.skip(sheet.put(detail, { isSoft: true }));
  }
  sheet.skip(8);
}

function drawTotals(sheet: ReceiptSheet, receipt: Receipt): void {
  const rows: Array<[string, string]> =
    receipt.discount > 0
      ? [
          ['Fees before discount', formatRupees(receipt.subtotal)],
          ['Discount', `−${formatRupees(receipt.discount)}`],
        ]
      : [];
  sheet.need(20 * (rows.length + 2) + sheet.heightOf(receipt.total_in_words, {}));
  sheet.rule();
  const amount = { at: sheet.width - amountWidth, width: amountWidth };
  for (const [name, value] of rows) {
    sheet.put(value, { align: 'right' }, amount);
    sheet.skip(sheet.put(name) + 4);
  }
  sheet.put(formatRupees(receipt.total), { size: 12, isBold: true, align: 'right' }, amount);
  sheet.skip(sheet.put('Total paid', { size: 12, isBold: true }) + 4);
  sheet.write(receipt.total_in_words);
  sheet.skip(14);
}

const standings = {
  completed: '',
  refund_due: 'This amount is being refunded.',
  refunded: 'This amount was refunded.',
};

/** The receipt on A4 pages; the same receipt is the same file, byte for byte. Uncompressed for those who read its text. */
export async function receiptPdf(receipt: Receipt, { isCompressed = true } = {}): Promise<Uint8Array<ArrayBuffer>> {
  const title = `Receipt ${receipt.receipt_number}`;
  const sheet = new ReceiptSheet({ title, createdAt: new Date(`${receipt.issued_on}T00:00:00Z`), isCompressed });
  const drawTitles = () => drawColumns(sheet, receipt.discount > 0);
  drawHead(sheet, receipt);
  sheet.write('Receipt', { size: 20, isBold: true });
  sheet.skip(10);
  drawParties(sheet, receipt);
  drawTitles();
  for (const line of receipt.lines) drawLine(sheet, line, drawTitles);
  drawTotals(sheet, receipt);
  const standing = standings[receipt.state];
  if (standing) sheet.write(standing, { isBold: true });
  sheet.write(receipt.academy.note, { size: 9, isSoft: true });
  return sheet.finish(title);
}
