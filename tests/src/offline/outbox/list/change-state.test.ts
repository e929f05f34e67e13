import { describe, expect, it } from 'vitest';
import { saveForm } from '../../../../../src/offline/outbox/form-rules.ts';
import {
  changeStateText,
  isLossToDiscard,
  type ListStatus,
} from '../../../../../src/offline/outbox/list/change-state.ts';
import type { OutboxRow, RowFault } from '../../../../../src/offline/outbox/row.ts';
import { addRow } from '../../../../../src/offline/outbox/row-rules.ts';
import { addCourse, enquiry } from '../fake-device.ts';

const online: ListStatus = {
  isOffline: false,
  when: 'when you are back online',
  isSignInNeeded: false,
  secondsLeft: null,
};
const [added] = addRow([], addCourse(1), 'asha', 0).rows;
const [form] = saveForm([], enquiry, 0, 'unsent');
if (!added || !form) throw new Error('A row is missing');
const refusal: RowFault = { code: 'BATCH_FULL', message: 'No seats are left.', isFinal: true };
const serverError: RowFault = { code: 'INTERNAL_ERROR', message: 'x', isFinal: false };
const noResponse: RowFault = { code: 'NO_RESPONSE', message: 'x', isFinal: false };

describe('the text of a waiting change', () => {
  it.each<[string, Partial<Omit<OutboxRow, 'kind' | 'payload'>>, Partial<ListStatus>, string]>([
    ['is being sent', { state: 'sending' }, { isOffline: true }, 'Sending…'],
    ['was refused', { state: 'needsAttention', lastError: refusal }, { isOffline: true }, 'No seats are left.'],
    ['failed without a message', { state: 'needsAttention' }, {}, 'Something went wrong.'],
    ['needs a sign-in', { state: 'needsAuth' }, { isOffline: true }, 'Will be sent when you sign in.'],
    ['waits behind one that needs a sign-in', {}, { isSignInNeeded: true }, 'Will be sent when you sign in.'],
    ['is anonymous and needs no sign-in', { user: null }, { isSignInNeeded: true }, 'Waiting to be sent.'],
    ['waits offline', {}, { isOffline: true, secondsLeft: 5 }, 'Will be sent when you are back online.'],
    ['waits for its turn', {}, {}, 'Waiting to be sent.'],
    ['is retried soon', { lastError: noResponse }, { secondsLeft: 1 }, 'Next try in 1 second.'],
    ['is retried later', { lastError: noResponse }, { secondsLeft: 2 }, 'Next try in 2 seconds.'],
    ['is retried in 90 seconds', {}, { secondsLeft: 90 }, 'Next try in 90 seconds.'],
    ['is retried after more than 90 seconds', {}, { secondsLeft: 91 }, 'Next try in 2 minutes.'],
    [
      'failed on the server',
      { lastError: serverError },
      { secondsLeft: 300 },
      'Our server could not process it yet. Next try in 5 minutes.',
    ],
  ])('the list of waiting changes says about a change that %s what happens next', (_, fields, status, text) => {
    expect(changeStateText({ ...added, ...fields } as OutboxRow, { ...online, ...status })).toBe(text);
  });
});

describe('the confirmation before a change is discarded', () => {
  const refused = { state: 'needsAttention', lastError: refusal } as const;
  const receipt: OutboxRow = { ...form, kind: 'receipt', state: 'delivered', payload: { reference: 'LFE-1' } };

  it.each<[string, OutboxRow, boolean]>([
    ['a waiting change of the cart', added, true],
    ['a change of the cart that failed too often', { ...added, state: 'needsAttention', lastError: serverError }, true],
    ['a change of the cart that is sent again after a refusal', { ...added, lastError: refusal }, true],
    ['a refused change of the cart', { ...added, ...refused }, false],
    ['a waiting form', form, true],
    ['a refused form, which still has its text', { ...form, ...refused }, true],
    ['a change that cannot be read any more', { ...added, ...refused, kind: 'unreadable', payload: {} }, false],
    ['a receipt', receipt, false],
  ])('discarding %s asks for a confirmation: %s', (_, row, isLoss) => {
    expect(isLossToDiscard(row)).toBe(isLoss);
  });
});
