import 'fake-indexeddb/auto';
import { act, fireEvent, renderHook, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connection } from '../../../../../src/offline/connection/page-connection.ts';
import { saveForm } from '../../../../../src/offline/outbox/form-rules.ts';
import { DiscardDialog } from '../../../../../src/offline/outbox/list/discard-dialog.tsx';
import { useWaitingChanges } from '../../../../../src/offline/outbox/list/use-waiting-changes.ts';
import { WaitingReceipts } from '../../../../../src/offline/outbox/list/waiting-receipts.tsx';
import { WaitingSlot } from '../../../../../src/offline/outbox/list/waiting-slot.tsx';
import { outbox } from '../../../../../src/offline/outbox/page-outbox.ts';
import type { OutboxRow, RowFault } from '../../../../../src/offline/outbox/row.ts';
import { addRow } from '../../../../../src/offline/outbox/row-rules.ts';
import { openOutboxStore } from '../../../../../src/offline/outbox/store.ts';
import { subject } from '../../../../../src/offline/session/subject.ts';
import { openToastRegion } from '../../../../../src/ui/toasts/toasts.ts';
import { settled } from '../../../../machines/settled.ts';
import { answeringApi } from '../../../../support/answers.ts';
import { renderInPage } from '../../../../support/in-page.tsx';
import { addCourse, enquiry } from '../fake-device.ts';

beforeEach(() => subject.leave());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const { api } = answeringApi({});
const store = openOutboxStore('landfall-outbox');
const [added] = addRow([], addCourse(1), 'asha', 0).rows;
const [form] = saveForm([], enquiry, 0, 'unsent');
if (!added || !form) throw new Error('A row is missing');
const failure: RowFault = { code: 'INTERNAL_ERROR', message: 'Internal server error', isFinal: false };
const refusal: RowFault = { code: 'BATCH_STARTED', message: 'This batch has started.', isFinal: true };

/** Stores these rows in the outbox of the page. */
async function storeRows(...rows: OutboxRow[]): Promise<void> {
  await store(() => ({ rows }));
  await outbox.refresh();
}

/**
 * Opens a page with the waiting changes of Asha, which are `rows`. The outbox does not send them unless the test signs
 * Asha in.
 */
async function openList(...rows: OutboxRow[]) {
  await storeRows(...rows);
  const page = (
    <main tabIndex={-1}>
      <WaitingSlot user="asha" />
    </main>
  );
  return renderInPage(page, { api });
}
const refused: OutboxRow = { ...added, state: 'needsAttention', attempts: 1, lastError: refusal };

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
  ])(
    'before the student discards a change that %s, the dialog says whether the change may have reached the server already',
    async (_, row, advice) => {
      const [onDiscard, onClose] = [vi.fn(), vi.fn()];
      await renderInPage(<DiscardDialog row={row} onDiscard={onDiscard} onClose={onClose} />, { api });
      const dialog = await screen.findByRole('dialog', { name: 'Discard this change?' });
      expect(dialog.textContent).toContain(row.title);
      expect(dialog.textContent).toContain(advice);
      expect(dialog.textContent?.includes(text)).toBe(advice.endsWith(text));
      fireEvent.click(screen.getByRole('button', { name: 'Keep it' }));
      expect([onClose.mock.calls.length, onDiscard.mock.calls.length]).toEqual([1, 0]);
    },
  );
});

const receiptOf = (reference: string): Extract<OutboxRow, { kind: 'receipt' }> => ({
  ...form,
  kind: 'receipt',
  state: 'delivered',
  createdAt: Date.UTC(2027, 1, 3, 8, 35),
  key: reference,
  payload: { reference },
});

it('when several forms were delivered, the list of receipts shows the reference number and the time of sending of each form', async () => {
  const receipts = ['LFE-1', 'LFE-2'].map(receiptOf);
  await renderInPage(<WaitingReceipts receipts={receipts} />, { api });
  expect(screen.getByRole('heading').textContent).toBe('2 messages were received');
  const [first, second] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(first).toContain('Enquiry (fees): reference number LFE-1');
  expect(second).toContain('LFE-2');
  expect(first).toContain('Sent 3 Feb 2027, 14:05.');
});

it('a change that the server would refuse again has no “Try again” button, and is discarded without a confirmation', async () => {
  await openList(refused);
  const heading = await screen.findByRole('heading', { name: '1 change waiting' });
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Discard']);
  expect(screen.getByRole('link', { description: 'Add course 1' }).textContent).toBe('Choose another batch');
  expect(screen.queryByText('We will send them in this order.')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Discard', description: 'Add course 1' }));
  await expect.poll(() => heading.isConnected).toBe(false);
  expect(outbox.rows).toEqual([]);
  // The list with the focused button is gone.
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('main'));
});

it('choosing “Keep it” when asked whether to discard a change returns the focus to the Discard button of the change', async () => {
  await openList({ ...form, state: 'needsAttention', attempts: 1, lastError: refusal });
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

it('the list of waiting changes leaves out an addition to the cart that was delivered', async () => {
  await openList({ ...added, state: 'delivered', attempts: 1 }, form);
  await screen.findByRole('heading', { name: '1 change waiting' });
  expect(screen.queryByText('Add course 1')).toBeNull();
  await outbox.forgetDelivered([added.key]);
});

it('a refused change that may succeed later is sent again under a new idempotency key when the student presses “Try again”', async () => {
  const send = vi.fn<typeof fetch>(async () => Response.json({ statusCode: 200 }, { headers: { 'x-landfall': '1' } }));
  vi.stubGlobal('fetch', send);
  subject.enter('asha');
  await openList({ ...refused, lastError: { ...refusal, code: 'BATCH_FULL' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Try again', description: 'Add course 1' }));
  await expect.poll(() => outbox.rows.map(({ state }) => state)).toEqual(['delivered']);
  const calls = send.mock.calls.filter(([address]) => address === '/api/cart/add');
  const keys = calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
});

it('if another tab has begun to send a change, discarding it closes the dialog and shows a toast that this was not possible', async () => {
  const toasts: unknown[] = [];
  onTestFinished(openToastRegion({ show: (toast) => toasts.push(toast) }));
  const refusedForm: OutboxRow = { ...form, state: 'needsAttention', attempts: 1, lastError: refusal };
  await openList(refusedForm);
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  const dialog = await screen.findByRole('dialog', { name: 'Discard this change?' });
  await store(() => ({ rows: [{ ...refusedForm, state: 'sending' }] }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Discard' }));
  const message = 'This change is being sent and could not be discarded.';
  await expect.poll(() => toasts).toMatchObject([{ message, tone: 'error' }]);
  await expect.poll(() => dialog.isConnected).toBe(false);
  expect(screen.getByText('Sending…')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('a list of waiting changes, one of which needs a sign-in, shows a login link instead of the button “Try now”', async () => {
  await openList({ ...added, state: 'needsAuth' }, { ...form, sequence: 2 });
  const login = await screen.findByRole('link', { name: 'Login' });
  expect(login.getAttribute('href')).toBe('/login');
  expect(screen.getByText('We will send them in this order.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull();
});

it('“Try now” in the list of waiting changes sends no change and says why while the server cannot be reached', async () => {
  const send = vi.fn<typeof fetch>(async () => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', send);
  await act(() => connection.probe());
  subject.enter('asha');
  await outbox.resume();
  await openList(added);
  expect(screen.queryByRole('link', { name: 'Login' })).toBeNull();
  send.mockClear();
  fireEvent.click(await screen.findByRole('button', { name: 'Try now' }));
  await act(() => connection.probe());
  await settled(100);
  expect(send.mock.calls.map(([address]) => address)).toEqual(['/api/health']);
  expect(await screen.findByText(/Nothing was sent\.$/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try now' })).toBeTruthy();
});

it('the countdown to the next try of a waiting change shows whole seconds, at least one second and at most five minutes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  act(() => connection.report('ours'));
  const nextTry = vi.spyOn(outbox, 'nextTry', 'get').mockReturnValue(Date.now() + 2100);
  await openList(added);
  await screen.findByText('Next try in 3 seconds.');
  act(() => void vi.advanceTimersByTime(1000));
  expect(screen.getByText('Next try in 2 seconds.')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(5000));
  expect(screen.getByText('Next try in 1 second.')).toBeTruthy();
  // The device's clock is set back by a day.
  nextTry.mockReturnValue(Date.now() + 86_400_000);
  await act(() => outbox.receive({ type: 'changed' }));
  expect(screen.getByText('Next try in 5 minutes.')).toBeTruthy();
});

it('the list of waiting changes leaves out a change whose result is about to be shown by the part of the page that made the change', async () => {
  vi.spyOn(outbox, 'held', 'get').mockReturnValue(new Set([added.key]));
  await openList(added, { ...form, sequence: 2 });
  const [item, ...more] = await screen.findAllByRole('listitem');
  expect(item?.textContent).toContain('Enquiry (fees)');
  expect(more).toEqual([]);
});

it('dismissing the receipt of a delivered form deletes the receipt and moves the focus to the content of the page', async () => {
  await openList(receiptOf('LFE-1'));
  await screen.findByRole('heading', { name: 'Your message was received' });
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss', description: /reference number LFE-1$/ }));
  await expect.poll(() => outbox.rows).toEqual([]);
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('main'));
});

it('the list of a student’s waiting cart changes includes unreadable changes, but no forms and no receipts of delivered forms', async () => {
  const unreadable: OutboxRow = { ...refused, key: 'old', kind: 'unreadable', payload: {}, title: 'Old change' };
  await storeRows(added, { ...form, user: 'asha' }, { ...receiptOf('LFE-1'), user: 'asha' }, unreadable);
  const { result } = renderHook(() => useWaitingChanges('asha'));
  expect(result.current.map(({ title }) => title)).toEqual(['Add course 1', 'Old change']);
});
