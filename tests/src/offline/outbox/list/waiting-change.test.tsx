import 'fake-indexeddb/auto';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { saveForm } from '../../../../../src/offline/outbox/form-rules.ts';
import { DiscardDialog } from '../../../../../src/offline/outbox/list/discard-dialog.tsx';
import { WaitingReceipts } from '../../../../../src/offline/outbox/list/waiting-receipts.tsx';
import { WaitingSlot } from '../../../../../src/offline/outbox/list/waiting-slot.tsx';
import { outbox } from '../../../../../src/offline/outbox/page-outbox.ts';
import type { OutboxRow } from '../../../../../src/offline/outbox/row.ts';
import { addRow } from '../../../../../src/offline/outbox/row-rules.ts';
import { openOutboxStore } from '../../../../../src/offline/outbox/store.ts';
import { subject } from '../../../../../src/offline/session/subject.ts';
import { answeringApi } from '../../../../support/answers.ts';
import { renderInPage } from '../../../../support/in-page.tsx';
import { addCourse, enquiry } from '../fake-device.ts';

const { api } = answeringApi({});
const store = openOutboxStore('landfall-outbox');
const [added] = addRow([], addCourse(1), 'asha', 0).rows;
const [form] = saveForm([], enquiry, 0, 'unsent');
if (!added || !form) throw new Error('A row is missing');
const failure = { code: 'INTERNAL_ERROR', message: 'Internal server error', isFinal: false };
const refusal = { code: 'BATCH_STARTED', message: 'This batch has started.', isFinal: true };

describe('the confirmation of a discarded change', () => {
  const unsent = 'It has not reached us and will not be sent.';
  const sent = 'It may have reached us already. In that case it remains in effect. It will not be sent again.';
  const text = ' Your text will be deleted from this device.';

  it.each<[string, OutboxRow, string]>([
    ['was never sent', added, unsent],
    ['got no response', { ...added, attempts: 1, lastError: failure }, sent],
    ['was refused', { ...added, attempts: 1, lastError: refusal }, unsent],
    ['is a form that was never sent', form, unsent + text],
    ['is a form that got no response', { ...form, attempts: 1 }, sent + text],
  ])('before the student discards a change that %s, the site says what that means', async (_, row, advice) => {
    const [onDiscard, onClose] = [vi.fn(), vi.fn()];
    await renderInPage(<DiscardDialog row={row} onDiscard={onDiscard} onClose={onClose} />, { api });
    const dialog = await screen.findByRole('dialog', { name: 'Discard this change?' });
    expect(dialog.textContent).toContain(row.title);
    expect(dialog.textContent).toContain(advice);
    expect(dialog.textContent?.includes(text)).toBe(advice.endsWith(text));
    fireEvent.click(screen.getByRole('button', { name: 'Keep it' }));
    expect([onClose.mock.calls.length, onDiscard.mock.calls.length]).toEqual([1, 0]);
  });
});

it('the receipts of several delivered forms show each reference number and the time of sending', async () => {
  const receipt = { ...form, kind: 'receipt', state: 'delivered', createdAt: Date.UTC(2027, 1, 3, 8, 35) } as const;
  const receipts = ['LFE-1', 'LFG-2'].map((reference) => ({ ...receipt, key: reference, payload: { reference } }));
  await renderInPage(<WaitingReceipts receipts={receipts} />, { api });
  expect(screen.getByRole('heading').textContent).toBe('2 messages were received');
  const [first, second] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(first).toContain('Enquiry (fees): reference number LFE-1');
  expect(second).toContain('LFG-2');
  expect(first).toContain('Sent 3 Feb 2027, 14:05.');
});

it('a change that the server would refuse again can only be discarded, which needs no confirmation', async () => {
  subject.enter('asha');
  await store(() => ({ rows: [{ ...added, state: 'needsAttention', attempts: 1, lastError: refusal }] }));
  await outbox.refresh();
  const page = (
    <main tabIndex={-1}>
      <WaitingSlot user="asha" />
    </main>
  );
  await renderInPage(page, { api });
  const heading = await screen.findByRole('heading', { name: '1 change waiting' });
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await expect.poll(() => heading.isConnected).toBe(false);
  expect(outbox.rows).toEqual([]);
  // The list with the focused button is gone.
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('main'));
});

it('choosing “Keep it” when asked whether to discard a change returns the focus to the Discard button of the change', async () => {
  subject.enter('asha');
  await store(() => ({ rows: [{ ...form, state: 'needsAttention', attempts: 1, lastError: refusal }] }));
  await outbox.refresh();
  await renderInPage(<WaitingSlot user="asha" />, { api });
  const discard = await screen.findByRole('button', { name: 'Discard' });
  discard.focus();
  fireEvent.click(discard);
  fireEvent.click(await screen.findByRole('button', { name: 'Keep it' }));
  await expect.poll(() => document.activeElement).toBe(discard);
  await outbox.discard(form.key);
});

it('the list of waiting changes and its heading are not shown while nothing waits', async () => {
  await renderInPage(<WaitingSlot user="asha" />, { api });
  expect(screen.queryByRole('heading')).toBeNull();
  expect(screen.queryByRole('listitem')).toBeNull();
});
