import { expect, it } from 'vitest';
import {
  addReceipt,
  type FormProgress,
  removeForm,
  saveForm,
  settleForm,
} from '../../../../src/offline/outbox/form-rules.ts';
import type { OutboxRow } from '../../../../src/offline/outbox/row.ts';
import { addRow, claimNext, settleRow } from '../../../../src/offline/outbox/row-rules.ts';
import { addCourse, enquiry, full } from './fake-device.ts';

const now = 1_700_000_000_000;
const receipt = { key: 'receipt-1', at: now, reference: 'LFE-1' };
const other = addRow([], addCourse(1), 'asha', now).rows;

/** The rows after the form was sent and delivered. */
function delivered(rows: OutboxRow[], reference = 'LFE-1'): OutboxRow[] {
  const { row, rows: claimed } = claimNext(saveForm(rows, enquiry, now, 'unsent'), null, now);
  return row ? settleForm(claimed, row, { ...receipt, reference }) : [];
}

it.each([
  ['unsent', 'waiting', 0],
  ['sending', 'sending', 1],
  ['unanswered', 'waiting', 1],
] satisfies [FormProgress, string, number][])(
  'a form saved in the outbox with the progress “%s” gets the state “%s” and counts %i attempts to send',
  (progress, state, attempts) => {
    expect(saveForm(other, enquiry, now, progress)).toEqual([
      ...other,
      {
        ...enquiry,
        ...{ quotedPrice: null, sequence: 2, schemaVersion: 2, state, createdAt: now },
        ...{ attempts, failures: 0, lastError: null },
      },
    ]);
  },
);

it.each([
  ['sending', 'unanswered', 'waiting'],
  ['sending', 'discarded', 'waiting'],
  ['unsent', 'sending', 'sending'],
] satisfies [FormProgress, FormProgress, string][])(
  'a form saved first with the progress “%s” and then “%s” is one row of the outbox, with the state “%s”',
  (first, second, state) => {
    const rows = saveForm(saveForm(other, enquiry, now, first), enquiry, now, second);
    expect(rows).toMatchObject([
      { key: 'add-1-10', state: 'waiting' },
      { key: 'enquiry-1', state },
    ]);
  },
);

it('a form in the outbox that waits for a sign-in still waits when it is saved again with the progress “unanswered”', () => {
  const { row, rows } = claimNext(saveForm([], { ...enquiry, user: 'asha' }, now, 'unsent'), 'asha', now);
  const held = row ? settleRow(rows, row, { kind: 'signedOut' }, now) : [];
  expect(saveForm(held, { ...enquiry, user: 'asha' }, now, 'unanswered')).toMatchObject([{ state: 'needsAuth' }]);
});

it('a form that a student has discarded by signing out is not stored again', () => {
  expect(saveForm(other, enquiry, now, 'discarded')).toEqual(other);
});

it('a delivered form leaves a receipt with its title, its sender and its reference number, and none of its text', () => {
  expect(delivered(other)).toEqual([
    ...other,
    {
      ...{ kind: 'receipt', key: 'receipt-1', user: null, title: 'Enquiry (fees)', quotedPrice: null },
      ...{ sequence: 3, schemaVersion: 2, state: 'delivered', createdAt: now, attempts: 0, failures: 0 },
      ...{ lastError: null, payload: { reference: 'LFE-1' } },
    },
  ]);
});

it('a form that is delivered after its deletion from the outbox leaves no receipt', () => {
  const { row } = claimNext(saveForm([], enquiry, now, 'unsent'), null, now);
  expect(row && settleForm(other, row, receipt)).toEqual(other);
});

it('two deliveries of a form leave one receipt if their reference number is the same, and two receipts otherwise', () => {
  const once = delivered([]);
  expect(delivered(once)).toEqual(once);
  expect(delivered(once, 'LFE-2').map(({ payload }) => payload)).toEqual([
    { reference: 'LFE-1' },
    { reference: 'LFE-2' },
  ]);
});

it('addReceipt adds no second receipt for a form that another tab has already delivered', () => {
  const rows = addReceipt(other, enquiry, receipt);
  expect(rows).toMatchObject([{ kind: 'cart.add' }, { kind: 'receipt', payload: { reference: 'LFE-1' } }]);
  expect(addReceipt(saveForm(rows, enquiry, now, 'sending'), enquiry, { ...receipt, key: 'receipt-2' })).toEqual(rows);
});

it('removeForm with a reference number deletes the form and the receipt with this number, and nothing else', () => {
  const rows = saveForm([...other, ...delivered(delivered([]), 'LFE-2')], enquiry, now, 'sending');
  expect(removeForm(rows, 'enquiry-1', 'LFE-1').map(({ payload }) => payload)).toEqual([
    ...other.map(({ payload }) => payload),
    { reference: 'LFE-2' },
  ]);
});

it('removeForm without a reference number deletes only the form and keeps stored receipts and other changes', () => {
  const receipts = delivered([]);
  const rows = [...other, ...receipts];
  expect(removeForm(saveForm(rows, enquiry, now, 'sending'), 'enquiry-1')).toEqual(rows);
});

it('a form that the server refuses when the outbox sends it stays in the outbox with its text', () => {
  const { row, rows } = claimNext(saveForm([], enquiry, now, 'unsent'), null, now);
  expect(row ? settleRow(rows, row, full, now) : []).toMatchObject([
    { kind: 'contact.send', state: 'needsAttention', payload: enquiry.payload },
  ]);
});
