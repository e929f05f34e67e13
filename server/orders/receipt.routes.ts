import { getReceipt, getReceiptFile } from '../../contract/receipt.ts';
import type { Mount } from '../http/mount.ts';
import { notFound } from '../http/refusal.ts';
import { findReceipt } from './receipt.repo.ts';

/** Receipts of the student's own orders, to read and as PDF (decisions, "Answers"). */
export function receiptRoutes(mount: Mount): void {
  mount(getReceipt, async ({ db, params, subject }) => {
    const receipt = await findReceipt(db, subject.studentId, params.id);
    if (!receipt) throw notFound();
    return { statusCode: 200, data: receipt };
  });

  mount(getReceiptFile, async ({ db, params, subject }) => {
    const receipt = await findReceipt(db, subject.studentId, params.id);
    if (!receipt) throw notFound();
    // Drawing needs fonts and a library that no other call does: they are first loaded with the first receipt.
    const { receiptPdf } = await import('./receipt-pdf.ts');
    const file = await receiptPdf(receipt);
    return new File([file], `receipt-${receipt.receipt_number}.pdf`, { type: 'application/pdf' });
  });
}
