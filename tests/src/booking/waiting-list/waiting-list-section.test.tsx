import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { WaitingEntry } from '../../../../contract/waiting-lists.ts';
import { WaitingListSection } from '../../../../src/booking/waiting-list/waiting-list-section.tsx';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { studentId } from '../../cart/carts.ts';
import { waitingEntry } from './waiting-entries.ts';

const listed = (...entries: WaitingEntry[]): Answered => ({ body: { statusCode: 200, data: entries } });
const offer = waitingEntry({ state: 'offered', place: null, offer_until: '2026-11-27T06:30:00.000Z' });

async function open(list: Answered, answers: Record<string, Answered> = {}) {
  const onAccepted = vi.fn();
  const { api, sent } = answeringApi({ 'GET /api/waiting-lists': list, ...answers });
  const part = <WaitingListSection studentId={studentId} onAccepted={onAccepted} />;
  return { ...(await renderInPage(part, { api })), sent, onAccepted, person: userEvent.setup({ delay: null }) };
}

describe('waiting lists in My Courses', () => {
  it('My Courses shows no section for waiting lists to a student who is on none', async () => {
    const { sent } = await open(listed());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(screen.queryByRole('heading', { name: 'Waiting lists' })).toBeNull();
  });

  it('a student on a waiting list sees the dates of the batch and their own place, and can leave the list after confirming', async () => {
    const left = waitingEntry({ state: 'ended', end_reason: 'left', place: null });
    const { person, sent } = await open(listed(waitingEntry()), { 'DELETE /api/waiting-lists': listed(left) });
    expect(await screen.findByText('Place 2.')).toBeTruthy();
    expect(screen.getByText('1 Dec 2026 – 6 Dec 2026')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Leave the list: Fire Fighting' }));
    expect(sent.filter(({ method }) => method === 'DELETE')).toEqual([]);
    await person.click(await screen.findByRole('button', { name: 'Leave the list' }));
    expect(await screen.findByText('You left this list.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Waiting lists' }));
    expect(sent.find(({ method }) => method === 'DELETE')?.body).toEqual({ id: 1 });
  });

  it('a student who is offered a seat from a waiting list sees the deadline, and accepting the offer leads to the cart', async () => {
    const { person, onAccepted } = await open(listed(offer), {
      'POST /api/waiting-lists/accept': { body: { statusCode: 200 } },
    });
    expect(await screen.findByText(/Book by 27 Nov 2026, 12:00 \(Indian time\)/)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Book now: Fire Fighting' }));
    await waitFor(() => expect(onAccepted).toHaveBeenCalledTimes(1));
  });

  it('a student who accepts an offered seat too late sees that the offer has ended and stays on the page', async () => {
    const { person, onAccepted } = await open(listed(offer), {
      'POST /api/waiting-lists/accept': refusal(409, 'OFFER_ENDED', 'This offer has ended.'),
    });
    await person.click(await screen.findByRole('button', { name: 'Book now: Fire Fighting' }));
    expect((await screen.findByRole('alert')).textContent).toBe('This offer has ended.');
    expect(onAccepted).not.toHaveBeenCalled();
  });

  it('an offered seat that the student’s unpaid order already holds is shown with a link to My Orders', async () => {
    await open(listed({ ...offer, is_ordered: true }));
    expect(await screen.findByText('Your order holds this seat')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'My Orders' }).getAttribute('href')).toBe('/profile?tab=bookings');
  });

  it('a waiting list entry that has ended shows the reason', async () => {
    await open(listed(waitingEntry({ state: 'ended', place: null, end_reason: 'cancelled' })));
    expect(await screen.findByText('Ended: this batch was cancelled.')).toBeTruthy();
  });

  it('the waiting list entry of a package speaks of its batches and seats in the plural', async () => {
    const [batch] = offer.batches;
    if (!batch) throw new Error('the offer has no batch');
    const pack = { name: 'Sea Start', batches: [batch, { ...batch, batch_id: 4082, course_name: 'Radar' }] };
    const ended = waitingEntry({ ...pack, id: 2, state: 'ended', place: null, end_reason: 'cancelled' });
    const { person } = await open(listed({ ...offer, ...pack }, ended));
    expect(await screen.findByText('Seats are held for you')).toBeTruthy();
    expect(screen.getByText(/After that they are offered to the next student/)).toBeTruthy();
    expect(screen.getByText('Ended: one of these batches was cancelled.')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Give them up: Sea Start' }));
    const dialog = await screen.findByRole('dialog', { name: 'Give up these seats?' });
    expect(dialog.textContent).toContain('the seats are offered to the next student');
  });

  it('My Courses shows a message if the student’s waiting list entries cannot be loaded', async () => {
    await open(refusal(503, 'UNAVAILABLE'));
    expect(await screen.findByText('Your places in waiting lists could not be loaded.')).toBeTruthy();
  });
});
