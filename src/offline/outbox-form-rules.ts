import type { OutboxForm, OutboxRow, SendableRow } from './outbox-row.ts';
import { freshRow } from './outbox-rules.ts';

function isReceiptOf(row: OutboxRow, reference: string | undefined): boolean {
  return row.kind === 'receipt' && row.payload.reference === reference;
}

/**
 * How far a form has come: `out` while its screen sends it (should that tab die, the next one that sends takes it up), `tried`
 * once that found no answer.
 */
export type FormProgress = 'untried' | 'out' | 'tried';

/** Keeps a form under its key, once. */
export function keepForm(rows: OutboxRow[], form: OutboxForm, now: number, progress: FormProgress): OutboxRow[] {
  const state = progress === 'out' ? ('sending' as const) : ('waiting' as const);
  if (rows.some(({ key }) => key === form.key))
    return rows.map((row) => (row.key === form.key && row.state !== 'needsAuth' ? { ...row, state } : row));
  const attempts = progress === 'untried' ? 0 : 1;
  return [...rows, { ...form, quotedPrice: null, ...freshRow(rows, now), state, attempts }];
}

/** Without a form that its screen has an answer for, and without the receipt that another tab may have left for it. */
export function letFormGo(rows: OutboxRow[], key: string, reference?: string): OutboxRow[] {
  return rows.filter((row) => row.key !== key && !isReceiptOf(row, reference));
}

/** After a form was delivered: nothing of it is left but the number under which the office has it, until it is dismissed. */
export function settleForm(
  rows: OutboxRow[],
  row: SendableRow,
  receipt: { key: string; at: number; reference: string },
): OutboxRow[] {
  const others = rows.filter(({ key }) => key !== row.key);
  const { key, at, reference } = receipt;
  // Its screen has shown the answer meanwhile.
  if (others.length === rows.length || others.some((other) => isReceiptOf(other, reference))) return others;
  const { user, title } = row;
  return [
    ...others,
    {
      kind: 'receipt',
      key,
      user,
      title,
      quotedPrice: null,
      ...freshRow(rows, at),
      state: 'delivered',
      payload: { reference },
    },
  ];
}
