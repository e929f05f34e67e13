import type { OutboxForm, OutboxRow, SendableRow } from './row.ts';
import { newRowFields } from './row-rules.ts';

function isReceiptOf(row: OutboxRow, reference: string | undefined): boolean {
  return row.kind === 'receipt' && row.payload.reference === reference;
}

/**
 * How far the sending of a form has got when the outbox saves it. `unsent`: not sent, because the server is known to be
 * unreachable. `sending`: the screen of the form is sending it; if its tab closes, another tab sends the form.
 * `unanswered`: the screen got no response. `discarded`: the screen got no response, and the student has meanwhile
 * discarded the form or signed out. So if the form's row is gone, no new row is added.
 */
export type FormProgress = 'unsent' | 'sending' | 'unanswered' | 'discarded';

/** Adds a form to the outbox rows. If a row has the form's key already, that row is updated. */
export function saveForm(rows: OutboxRow[], form: OutboxForm, now: number, progress: FormProgress): OutboxRow[] {
  const state = progress === 'sending' ? ('sending' as const) : ('waiting' as const);
  if (rows.some(({ key }) => key === form.key))
    return rows.map((row) => (row.key === form.key && row.state !== 'needsAuth' ? { ...row, state } : row));
  if (progress === 'discarded') return rows;
  const attempts = progress === 'unsent' ? 0 : 1;
  return [...rows, { ...form, quotedPrice: null, ...newRowFields(rows, now), state, attempts }];
}

/**
 * Removes a form from the outbox rows once its screen got a response. Another tab may have stored a row of kind
 * `receipt` with the form's reference number; that row is removed too.
 */
export function removeForm(rows: OutboxRow[], key: string, reference?: string): OutboxRow[] {
  return rows.filter((row) => row.key !== key && !isReceiptOf(row, reference));
}

type DeliveredForm = Pick<SendableRow, 'key' | 'user' | 'title'>;
type Receipt = { key: string; at: number; reference: string };

/**
 * Replaces the outbox row of a delivered form by a receipt with the form's reference number. Adds no receipt if the row
 * is gone: either the form's screen has got the reference number, or the student has discarded the form.
 */
export function settleForm(rows: OutboxRow[], form: DeliveredForm, receipt: Receipt): OutboxRow[] {
  return rows.some(({ key }) => key === form.key) ? addReceipt(rows, form, receipt) : rows;
}

/**
 * Adds a receipt with the reference number of a delivered form, unless another tab has added it. The receipt stays
 * until it is dismissed. Deletes the form's row, if there is one.
 */
export function addReceipt(rows: OutboxRow[], form: DeliveredForm, { key, at, reference }: Receipt): OutboxRow[] {
  const others = rows.filter((row) => row.key !== form.key);
  if (others.some((row) => isReceiptOf(row, reference))) return others;
  const { user, title } = form;
  return [
    ...others,
    {
      kind: 'receipt',
      key,
      user,
      title,
      quotedPrice: null,
      ...newRowFields(rows, at),
      state: 'delivered',
      payload: { reference },
    },
  ];
}
