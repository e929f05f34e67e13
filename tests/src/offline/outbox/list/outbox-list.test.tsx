import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ContactForm } from '../../../../../src/content/submissions/contact/contact-form.tsx';
import { GrievanceForm } from '../../../../../src/content/submissions/grievance/grievance-form.tsx';
import { pageApi } from '../../../../../src/offline/calls/page-api.ts';
import { connection } from '../../../../../src/offline/connection/page-connection.ts';
import { anonymousOutboxFlag } from '../../../../../src/offline/outbox/anonymous-flag.ts';
import { useWaitingChanges } from '../../../../../src/offline/outbox/list/use-waiting-changes.ts';
import { WaitingChanges } from '../../../../../src/offline/outbox/list/waiting-changes.tsx';
import { outbox } from '../../../../../src/offline/outbox/page-outbox.ts';
import { subject } from '../../../../../src/offline/session/subject.ts';
import { renderInPage } from '../../../../support/in-page.tsx';
import { addCourse } from '../fake-device.ts';

const slow = { timeout: 10_000 };
const marked = { 'x-landfall': '1' };
type Answer = (path: string, init: RequestInit) => Response | Promise<Response>;

/** Replaces the network and records each call. */
function setNetwork(answer: Answer) {
  const calls: Array<{ path: string; init: RequestInit }> = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    calls.push({ path: String(input), init });
    return answer(String(input), init);
  });
  return calls;
}
const offline: Answer = () => Promise.reject(new TypeError('Failed to fetch'));
const online: Answer = (path) =>
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
const list = (name: RegExp | string) => screen.findByRole('region', { name }, slow);
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`));

async function goOffline(): Promise<void> {
  setNetwork(offline);
  await act(() => connection.probe());
}

function sendEnquiry(): void {
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
  setNetwork(offline);
  // A row that is being sent is discarded only after its call has failed.
  await waitFor(async () => {
    await outbox.refresh();
    for (const { key } of outbox.rows) await outbox.discard(key);
    expect(outbox.rows).toEqual([]);
  }, slow);
  vi.unstubAllGlobals();
});

describe('an enquiry without a connection', { timeout: 30_000 }, () => {
  it('an enquiry submitted offline is listed as waiting, sent once by “Try now” when online, and then shown with its reference number', async () => {
    await goOffline();
    await draw(null);
    sendEnquiry();
    await screen.findByText('Saved. It will be sent when the connection is back.', undefined, slow);
    expect(field('Message').value).toBe('');
    const waiting = await list('1 change waiting');
    // At first the row may read “Sending…”.
    await waitFor(
      () =>
        expect(within(waiting).getByRole('listitem').textContent).toContain(
          'Enquiry (fees)Will be sent when you are back online.',
        ),
      slow,
    );
    expect(waiting.textContent).not.toContain('Nila');
    expect(anonymousOutboxFlag.isSet()).toBe(true);

    // “Try now” is hidden while the change is being sent, which the site also starts by itself.
    const tryNow = await within(waiting).findByRole('button', { name: 'Try now' }, slow);
    const calls = setNetwork(online);
    fireEvent.click(tryNow);
    const receipt = await list('Your message was received');
    expect(receipt.textContent).toContain('LFE-7K3MQ9XD2A');
    expect(screen.queryByRole('region', { name: /waiting/ })).toBeNull();
    const [sent, ...more] = calls.filter(({ path }) => path.includes('/submissions/'));
    expect(more).toEqual([]);
    expect(sent?.init.credentials).toBe('omit');
    fireEvent.click(within(receipt).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Your message was received' })).toBeNull());
    await waitFor(() => expect(anonymousOutboxFlag.isSet()).toBe(false));
  });

  it('an enquiry waiting in the outbox is discarded only after a confirmation', async () => {
    await goOffline();
    await draw(null);
    sendEnquiry();
    const waiting = await list('1 change waiting');
    // “Discard” is hidden while the change is being sent, so the button may be gone before the click.
    const pressDiscard = () =>
      waitFor(() => {
        const dialog = screen.queryByRole('dialog', { name: 'Discard this change?' });
        if (!dialog) fireEvent.click(within(waiting).getByRole('button', { name: 'Discard' }));
        return dialog ?? screen.getByRole('dialog', { name: 'Discard this change?' });
      }, slow);
    const dialog = await pressDiscard();
    expect(dialog.textContent).toContain('Your text will be deleted from this device.');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Keep it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await pressDiscard();
    fireEvent.click(within(again).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(outbox.rows).toEqual([]));
  });
});

describe('an anonymous grievance without a connection', { timeout: 30_000 }, () => {
  it('even while a student is signed in, an anonymous grievance waits without a name and is listed only as “Message to the academy”', async () => {
    subject.enter('asha');
    await goOffline();
    await draw('asha', <GrievanceForm />);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Submit anonymously' }));
    fireEvent.change(field('Grievance'), { target: { value: 'The warden shouts.' } });
    fireEvent.click(screen.getByRole('button', { name: 'Submit Grievance' }));
    await screen.findByText(/can see that a message is waiting/, undefined, slow);
    const waiting = await list('1 change waiting');
    expect(waiting.textContent).toContain('Message to the academy');
    expect(waiting.textContent).not.toMatch(/rievance|warden/);
    expect(outbox.rows).toMatchObject([{ user: null, kind: 'grievance.send' }]);
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('warden');
  });
});

describe('the list of waiting changes', { timeout: 30_000 }, () => {
  it('the list of waiting changes counts down to the next try after a server error', async () => {
    subject.enter('asha');
    const failure = {
      statusCode: 500,
      code: 'INTERNAL_ERROR',
      errorCode: 'INTERNAL_ERROR',
      message: 'x',
      requestId: 'r',
    };
    setNetwork((path) =>
      path.includes('/cart')
        ? Response.json(failure, { status: 500, headers: marked })
        : new Response('{}', { headers: marked }),
    );
    await act(() => connection.probe());
    await draw('asha');
    await act(() => outbox.submit(addCourse(1), 'asha'));
    const waiting = await list('1 change waiting');
    // The countdown is hidden while the change is being sent.
    await waitFor(
      () => expect(waiting.textContent).toMatch(/Our server could not process it yet. Next try in \d+ seconds?\./),
      slow,
    );
  });

  it('waiting changes are listed in the order in which they were made, and ask for sign-in when the server requires it', async () => {
    subject.enter('asha');
    await goOffline();
    await draw('asha');
    await act(() => outbox.submit(addCourse(1), 'asha'));
    await act(() => outbox.submit(addCourse(2), 'asha'));
    const waiting = await list('2 changes waiting');
    expect(waiting.textContent).toContain('We will send them in this order.');
    expect(
      within(waiting)
        .getAllByRole('listitem')
        .map((one) => one.querySelector('p')?.textContent),
    ).toEqual(['Add course 1', 'Add course 2']);
    const failure = { statusCode: 401, code: 'UNAUTHORIZED', errorCode: 'UNAUTHORIZED', message: 'x', requestId: 'r' };
    setNetwork((path) =>
      path.includes('/cart')
        ? Response.json(failure, { status: 401, headers: marked })
        : new Response('{}', { headers: marked }),
    );
    await act(() => connection.probe());
    await waitFor(() => expect(within(waiting).getByRole('link', { name: 'Login' })).toBeDefined(), slow);
    expect(waiting.textContent?.match(/Will be sent when you sign in\./g)).toHaveLength(2);
  });
});

function CartChanges({ user }: { user: string }) {
  return (
    <output>
      {useWaitingChanges(user)
        .map(({ title }) => title)
        .join(', ')}
    </output>
  );
}

it('the list of unsent changes to a student’s cart leaves out changes by other students', async () => {
  subject.enter('dev');
  await goOffline();
  await renderInPage(<CartChanges user="asha" />, { api: pageApi });
  await act(() => outbox.submit(addCourse(1), 'dev'));
  subject.enter('asha');
  await act(() => outbox.submit(addCourse(2), 'asha'));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Add course 2'), slow);
  expect(outbox.rows).toHaveLength(2);
});
