import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiVersion, markerHeader, subjectHeader } from '../../../../contract/headers.ts';
import { GrievanceForm } from '../../../../src/content/submissions/grievance-form.tsx';
import { type Api, createApi } from '../../../../src/lib/api.ts';
import { createPageFetch } from '../../../../src/offline/page-fetch.ts';
import { Subject } from '../../../../src/offline/subject.ts';
import { ToastHost } from '../../../../src/ui/toast-host.tsx';
import { openToastRegion } from '../../../../src/ui/toasts.ts';
import { type Answered, answeringApi, refusal, type SentCall } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';

const address = 'POST /api/submissions/grievance/add';
const received: Answered = { body: { statusCode: 200, data: { reference: 'LFG-7K3MQ9XD2A' } } };

async function openWith(api: Api) {
  const drawn = await renderInPage(
    <>
      <GrievanceForm />
      <ToastHost />
    </>,
    { api },
  );
  return { ...drawn, person: userEvent.setup() };
}

async function openForm(answer: Answered | ((call: SentCall) => Answered) = received) {
  const { api, sent } = answeringApi({ [address]: answer, 'GET /api/cms/header': refusal(503, 'DOWN') });
  const posted = () => sent.filter(({ method }) => method === 'POST');
  return { ...(await openWith(api)), posted };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`));
const anonymous = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Submit anonymously' });
const submitButton = () => screen.getByRole('button', { name: 'Submit Grievance' });
// What draws a toast or a dialog loads with the first one, which takes a busy machine a while.
const patience = { timeout: 10_000 };
const toast = (title: string) =>
  waitFor(() => {
    const found = screen
      .getAllByRole('status')
      .find((one) => within(one).queryByText(title) && one.closest('[data-position]'));
    if (!found) throw new Error(`no toast ${title}`);
    return found;
  }, patience);

const filled: Record<string, string> = {
  Grievance: 'The hostel has had no hot water since Monday.',
  Name: 'Nila Thomas',
  'Contact number': '+91 98765 00071',
  Email: 'nila@example.com',
};
const person = ['Name', 'Contact number', 'Email'];

function fill(different: Record<string, string> = {}): void {
  for (const [label, value] of Object.entries({ ...filled, ...different }))
    fireEvent.change(field(label), { target: { value } });
}
const kept = () => Object.values({ ...sessionStorage }).join();

// A form fetches the outbox while somebody writes; here nobody takes so long.
beforeAll(() => import('../../../../src/offline/page-outbox.ts'));
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  sessionStorage.clear();
  // A toast that nobody waited for must not appear in the next test.
  openToastRegion({ show: () => {} })();
  notifications.clean();
  notifications.cleanQueue();
});

describe('the grievance form', { timeout: 30_000 }, () => {
  it('submits what was typed, says so, shows the reference number and is empty again', async () => {
    const { posted } = await openForm();
    fill();
    fireEvent.click(submitButton());
    expect((await toast('Grievance submitted')).textContent).toContain('You message has been submitted');
    expect(posted().map(({ body }) => body)).toEqual([
      {
        formData: {
          anonymous: false,
          grievance: 'The hostel has had no hot water since Monday.',
          name: 'Nila Thomas',
          contact: '+91 98765 00071',
          email: 'nila@example.com',
        },
      },
    ]);
    expect(posted()[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{64}$/);
    expect(await screen.findByText('LFG-7K3MQ9XD2A')).toBeTruthy();
    expect(screen.getByText('It is put before the committee within 15 working days.')).toBeTruthy();
    for (const label of Object.keys(filled)) expect(field(label).value).toBe('');
    expect(sessionStorage.length).toBe(0);
  });

  it('says Submitting... while it is sent', async () => {
    const asked: Array<(response: Response) => void> = [];
    const api = createApi(
      (_, init) => new Promise<Response>((resolve) => void (init?.method === 'POST' && asked.push(resolve))),
    );
    await openWith(api);
    fill();
    fireEvent.click(submitButton());
    const busy = await screen.findByRole('button', { name: 'Submitting...' });
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    const body = JSON.stringify({ statusCode: 200, data: { reference: 'LFG-1' } });
    await waitFor(() => expect(asked).toHaveLength(1));
    asked[0]?.(new Response(body, { headers: { [markerHeader]: apiVersion } }));
    await screen.findByText('LFG-1');
    expect(submitButton()).toBeTruthy();
  });

  it.each([
    ['Grievance', '', 'Grievance is required'],
    ['Name', ' ', 'Name is required'],
    ['Contact number', '', 'Contact is required'],
    ['Email', '', 'Email is required'],
    ['Email', 'nila', 'Email is required in the form name@example.com'],
  ])('refuses %s as %j', async (label, value, message) => {
    const { posted } = await openForm();
    fill({ [label]: value });
    fireEvent.click(submitButton());
    const summary = await screen.findByRole('alert');
    expect(within(summary).getByRole('link').textContent).toBe(`${label}: ${message}`);
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
    expect(posted()).toEqual([]);
  });

  it('takes a contact of 20 characters and refuses one of 21, with a toast', async () => {
    const { posted } = await openForm();
    fill({ 'Contact number': '123456789012345678901' });
    fireEvent.click(submitButton());
    await screen.findByRole('alert');
    expect((await toast('Invalid number')).textContent).toContain('Kindly update your contact number');
    expect(posted()).toEqual([]);
    fill({ 'Contact number': '12345678901234567890' });
    fireEvent.click(submitButton());
    await waitFor(() => expect(posted()).toHaveLength(1));
  });

  it('asks before what was typed is cleared, and clears it', async () => {
    const { person: hand } = await openForm();
    fill();
    await hand.click(screen.getByRole('button', { name: 'Reset Form' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reset the form?' }, patience);
    await hand.click(within(dialog).getByRole('button', { name: 'Keep writing' }));
    expect(field('Grievance').value).toBe(filled.Grievance);
    await hand.click(screen.getByRole('button', { name: 'Reset Form' }));
    await hand.click(await screen.findByRole('button', { name: 'Clear the form' }, patience));
    for (const label of Object.keys(filled)) expect(field(label).value).toBe('');
    expect(sessionStorage.length).toBe(0);
  });

  it('does not ask where nothing was typed', async () => {
    const { person: hand } = await openForm();
    await hand.click(submitButton());
    await screen.findByRole('alert');
    await hand.click(screen.getByRole('button', { name: 'Reset Form' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps what was typed over a reload', async () => {
    const { unmount } = await openForm();
    fill();
    unmount();
    await openForm();
    await waitFor(() => expect(field('Grievance').value).toBe(filled.Grievance));
    expect(person.map((label) => field(label).value)).toEqual(person.map((label) => filled[label]));
    expect(anonymous().checked).toBe(false);
  });
});

describe('an anonymous grievance', { timeout: 30_000 }, () => {
  it('clears, disables and does not require who writes; unchecked, it requires it again', async () => {
    const { person: hand } = await openForm();
    fill();
    await hand.click(anonymous());
    for (const label of person) {
      expect(field(label).value).toBe('');
      expect(field(label).disabled).toBe(true);
      expect(field(label).required).toBe(false);
    }
    await hand.click(anonymous());
    for (const label of person) {
      expect(field(label).disabled).toBe(false);
      expect(field(label).required).toBe(true);
    }
    expect(field('Grievance').value).toBe(filled.Grievance);
  });

  it('has who writes back as soon as it is so no longer, from nowhere on the device', async () => {
    await openForm();
    fill();
    fireEvent.click(anonymous());
    expect(kept()).toBe('');
    fireEvent.click(anonymous());
    for (const label of person) expect(field(label).value).toBe(filled[label]);
    expect(kept()).toContain('Nila Thomas');
  });

  it('forgets who writes once it is sent', async () => {
    await openForm();
    fill();
    fireEvent.click(anonymous());
    fireEvent.click(submitButton());
    await screen.findByText('LFG-7K3MQ9XD2A');
    for (const label of person) expect(field(label).value).toBe('');
    fireEvent.click(anonymous());
    fireEvent.click(anonymous());
    for (const label of person) expect(field(label).value).toBe('');
    expect(kept()).not.toContain('Nila');
  });

  it('is sent with nobody in it', async () => {
    const { posted } = await openForm();
    fill();
    fireEvent.click(anonymous());
    fireEvent.click(submitButton());
    await screen.findByText('LFG-7K3MQ9XD2A');
    expect(posted()[0]?.body).toEqual({ formData: { anonymous: true, grievance: filled.Grievance } });
    expect(screen.getByText('Note it now: no name was kept, so nobody can send it to you.')).toBeTruthy();
  });

  it('is still to say something', async () => {
    const { posted } = await openForm();
    fireEvent.click(anonymous());
    fireEvent.click(submitButton());
    const summary = await screen.findByRole('alert');
    expect(summary.textContent).toBe('1 thing to correctGrievance: Grievance is required');
    expect(posted()).toEqual([]);
  });

  it.each([
    [true, 'omit', null],
    [false, 'same-origin', 'student-1'],
  ] as const)(
    'carries credentials or a name of who is signed in: not where it is %s',
    async (isAnonymous, ...expected) => {
      const calls: RequestInit[] = [];
      const send: typeof fetch = async (_, init) => {
        if (init?.method === 'POST') calls.push(init);
        const body = JSON.stringify({ statusCode: 200, data: { reference: 'LFG-2' } });
        return new Response(body, { headers: { [markerHeader]: apiVersion } });
      };
      const connection = { isCut: false, hear: () => {} };
      const note = { isPending: false, deliver: async () => true };
      const subject = new Subject(null);
      subject.enter('student-1');
      await openWith(createApi(createPageFetch({ send, connection, note, subject })));
      fill();
      if (isAnonymous) fireEvent.click(anonymous());
      fireEvent.click(submitButton());
      await screen.findByText('LFG-2');
      const [call] = calls;
      expect([call?.credentials, new Headers(call?.headers).get(subjectHeader)]).toEqual(expected);
    },
  );

  it('leaves nothing on the device: not what is typed, not what was typed before', async () => {
    await openForm('no answer');
    fill();
    expect(kept()).toContain('no hot water');
    fireEvent.click(anonymous());
    expect(kept()).toBe('');
    fireEvent.change(field('Grievance'), { target: { value: 'The warden shouts.' } });
    fireEvent.click(submitButton());
    await screen.findByText('Unable to submit', { selector: '[role=alert] p' });
    expect(kept()).not.toContain('warden');
    expect(kept()).not.toContain('Nila');
    expect(field('Grievance').value).toBe('The warden shouts.');
  });
});

describe('a grievance that was not received', { timeout: 30_000 }, () => {
  it.each<[string, Answered, string]>([
    ['a server error', refusal(500, 'INTERNAL_ERROR'), 'Try again in a moment.'],
    ['another statusCode', { body: { statusCode: 201 } }, 'Try again in a moment.'],
    ['another status', { status: 201, body: { statusCode: 200, data: { reference: 'LFG-3' } } }, 'Try again'],
    ['too many', refusal(429, 'RATE_LIMITED', 'Please try again in 1 minute.'), 'Please try again in 1 minute.'],
    ['no answer', 'no answer', 'Send it again when the connection is back; it counts once.'],
  ])('says so after %s in a toast and in the form, and keeps what was typed', async (_, answer, advice) => {
    await openForm(answer);
    fill();
    fireEvent.click(submitButton());
    const alert = await screen.findByRole('alert');
    expect((await toast('Unable to submit')).textContent).toContain('Kindly use any other alternative ways');
    expect(alert.textContent).toContain('Unable to submit');
    expect(alert.textContent).toContain(advice);
    const link = within(alert).getByRole('link', { name: 'Kindly use any other alternative ways' });
    expect(link.getAttribute('href')).toBe('#other-ways');
    for (const [label, value] of Object.entries(filled)) expect(field(label).value).toBe(value);
  });

  it('shows what the server says of each field', async () => {
    const { body } = refusal(400, 'INVALID_REQUEST') as { body: object };
    const fields = { 'formData.name': 'Name is required', 'formData.contact': 'Kindly update your contact number' };
    await openForm({ status: 400, body: { ...body, fields } });
    fill();
    fireEvent.click(submitButton());
    await screen.findByRole('alert');
    expect((await toast('Invalid number')).textContent).toContain('Kindly update your contact number');
    expect(field('Name').getAttribute('aria-invalid')).toBe('true');
    expect(field('Contact number').getAttribute('aria-invalid')).toBe('true');
  });

  it('is one submission after a second tap and a lost answer, also anonymously', async () => {
    let isLost = true;
    const { posted } = await openForm(() => (isLost ? 'no answer' : received));
    fill();
    fireEvent.click(anonymous());
    const button = submitButton();
    fireEvent.click(button);
    fireEvent.click(button);
    await screen.findByText('Unable to submit', { selector: '[role=alert] p' });
    isLost = false;
    fireEvent.click(submitButton());
    await screen.findByText('LFG-7K3MQ9XD2A');
    const keys = posted().map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    expect(sessionStorage.length).toBe(0);
  });
});
