import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ContactForm } from '../../../src/content/contact-form.tsx';
import { GrievanceForm } from '../../../src/content/submissions/grievance-form.tsx';
import { pageApi } from '../../../src/offline/page-api.ts';
import { connection } from '../../../src/offline/page-connection.ts';
import { outbox } from '../../../src/offline/page-outbox.ts';
import { subject } from '../../../src/offline/subject.ts';
import { WaitingChanges } from '../../../src/offline/waiting-changes.tsx';
import { waitingMark } from '../../../src/offline/waiting-mark.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { addCourse } from './outbox-world.ts';

const patience = { timeout: 10_000 };
const marked = { 'x-landfall': '1' };
type Answer = (path: string, init: RequestInit) => Response | Promise<Response>;

/** From now on the network is this; each call is noted. */
function networkIs(answer: Answer) {
  const calls: Array<{ path: string; init: RequestInit }> = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    calls.push({ path: String(input), init });
    return answer(String(input), init);
  });
  return calls;
}
const away: Answer = () => Promise.reject(new TypeError('Failed to fetch'));
const back: Answer = (path) =>
  path.includes('/submissions/')
    ? Response.json({ statusCode: 200, data: { reference: 'LFE-7K3MQ9XD2A' } }, { headers: marked })
    : new Response('{}', { headers: marked });

const draw = (user: string | null, form = <ContactForm />) =>
  renderInPage(
    <>
      <WaitingChanges user={user} />
      {form}
    </>,
    { api: pageApi },
  );
const list = (name: RegExp | string) => screen.findByRole('region', { name }, patience);
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`));

async function goesAway(): Promise<void> {
  networkIs(away);
  await act(() => connection.probe());
}

function writesEnquiry(): void {
  const typed = { Name: 'Nila Thomas', Email: 'nila@example.com', Subject: 'fees', Message: 'In parts?' };
  for (const [label, value] of Object.entries(typed)) fireEvent.change(field(label), { target: { value } });
  fireEvent.click(screen.getByRole('button', { name: 'Send message' }));
}

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  subject.leave();
});
afterEach(async () => {
  networkIs(away);
  for (const { key } of outbox.rows) await outbox.discard(key);
  vi.unstubAllGlobals();
});

describe('an enquiry without a connection', { timeout: 30_000 }, () => {
  it('is saved, listed, sent when the connection is back, and leaves its number until dismissed', async () => {
    await goesAway();
    await draw(null);
    writesEnquiry();
    await screen.findByText('Saved. It will be sent when the connection is back.', undefined, patience);
    expect(field('Message').value).toBe('');
    const waiting = await list('1 change waiting');
    expect(within(waiting).getByRole('listitem').textContent).toContain('Enquiry (fees)Waits for the connection.');
    expect(waiting.textContent).not.toContain('Nila');
    expect(waitingMark.isSet()).toBe(true);

    const calls = networkIs(back);
    fireEvent.click(within(waiting).getByRole('button', { name: 'Try now' }));
    const receipt = await list('Your message was received');
    expect(receipt.textContent).toContain('LFE-7K3MQ9XD2A');
    expect(screen.queryByRole('region', { name: /waiting/ })).toBeNull();
    const [sent, ...more] = calls.filter(({ path }) => path.includes('/submissions/'));
    expect(more).toEqual([]);
    expect(sent?.init.credentials).toBe('omit');
    fireEvent.click(within(receipt).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Your message was received' })).toBeNull());
    await waitFor(() => expect(waitingMark.isSet()).toBe(false));
  });

  it('is given up only when asked twice', async () => {
    await goesAway();
    await draw(null);
    writesEnquiry();
    const waiting = await list('1 change waiting');
    fireEvent.click(within(waiting).getByRole('button', { name: 'Discard' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard this change?' }, patience);
    expect(dialog.textContent).toContain('What was written is deleted from this device.');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Keep it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // It may be out for another try at this moment.
    fireEvent.click(await within(waiting).findByRole('button', { name: 'Discard' }, patience));
    const again = await screen.findByRole('dialog', { name: 'Discard this change?' }, patience);
    fireEvent.click(within(again).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(outbox.rows).toEqual([]));
  });
});

describe('an anonymous grievance without a connection', { timeout: 30_000 }, () => {
  it('waits under nobody’s name and is called a message, also where somebody is signed in', async () => {
    subject.enter('asha');
    await goesAway();
    await draw('asha', <GrievanceForm />);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Submit anonymously' }));
    fireEvent.change(field('Grievance'), { target: { value: 'The warden shouts.' } });
    fireEvent.click(screen.getByRole('button', { name: 'Submit Grievance' }));
    await screen.findByText(/sees that a message waits/, undefined, patience);
    const waiting = await list('1 change waiting');
    expect(waiting.textContent).toContain('Message to the academy');
    expect(waiting.textContent).not.toMatch(/rievance|warden/);
    expect(outbox.rows).toMatchObject([{ user: null, kind: 'grievance.send' }]);
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('warden');
  });
});

describe('the list of waiting changes', { timeout: 30_000 }, () => {
  it('counts down to the next try while our server answers, and names what it said', async () => {
    subject.enter('asha');
    const failure = {
      statusCode: 500,
      code: 'INTERNAL_ERROR',
      errorCode: 'INTERNAL_ERROR',
      message: 'x',
      requestId: 'r',
    };
    networkIs((path) =>
      path.includes('/cart')
        ? Response.json(failure, { status: 500, headers: marked })
        : new Response('{}', { headers: marked }),
    );
    await act(() => connection.probe());
    await draw('asha');
    await act(() => outbox.submit(addCourse(1)));
    const waiting = await list('1 change waiting');
    // It may be out at this moment.
    await waitFor(
      () => expect(waiting.textContent).toMatch(/Our server could not take it yet. Tries again in \d+ seconds?\./),
      patience,
    );
  });

  it('keeps the order and says so, and asks to sign in where that is what they wait for', async () => {
    subject.enter('asha');
    await goesAway();
    await draw('asha');
    await act(() => outbox.submit(addCourse(1)));
    await act(() => outbox.submit(addCourse(2)));
    const waiting = await list('2 changes waiting');
    expect(waiting.textContent).toContain('They are sent in this order.');
    expect(
      within(waiting)
        .getAllByRole('listitem')
        .map((one) => one.querySelector('p')?.textContent),
    ).toEqual(['Add course 1', 'Add course 2']);
    const failure = { statusCode: 401, code: 'UNAUTHORIZED', errorCode: 'UNAUTHORIZED', message: 'x', requestId: 'r' };
    networkIs((path) =>
      path.includes('/cart')
        ? Response.json(failure, { status: 401, headers: marked })
        : new Response('{}', { headers: marked }),
    );
    await act(() => connection.probe());
    await waitFor(() => expect(within(waiting).getByRole('link', { name: 'Login' })).toBeDefined(), patience);
    expect(waiting.textContent?.match(/Waits until you sign in\./g)).toHaveLength(2);
  });
});
