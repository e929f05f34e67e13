import { getReceipt, getReceiptFile } from '../../../contract/receipt.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { notFound } from '../../http/refusal.ts';
import { findReceipt } from './receipt.repo.ts';

/** The calls for receipts of the student's own orders, as JSON and as PDF. */
export function receiptRoutes(mount: Mount): void {
  mount(getReceipt, async ({ db, params, query, subject }) => {
    const receipt = await findReceipt(db, subject.studentId, params.id, query.number);
    if (!receipt) throw notFound();
    return { statusCode: 200, data: receipt };
  });

  mount(getReceiptFile, async ({ db, params, query, subject }) => {
    const receipt = await findReceipt(db, subject.studentId, params.id, query.number);
    if (!receipt) throw notFound();
    // The PDF library and the fonts are loaded only when a PDF is first requested, because nothing else needs them.
    const { drawReceiptPdf } = await import('./receipt-pdf.ts');
    const file = await drawReceiptPdf(receipt);
    return new File([file], `receipt-${receipt.receipt_number}.pdf`, { type: 'application/pdf' });
  });
}
