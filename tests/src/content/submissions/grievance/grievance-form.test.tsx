import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiVersion, markerHeader, subjectHeader } from '../../../../../contract/headers.ts';
import { GrievanceForm } from '../../../../../src/content/submissions/grievance/grievance-form.tsx';
import { type Api, createApi } from '../../../../../src/lib/api.ts';
import { createPageFetch } from '../../../../../src/offline/calls/page-fetch.ts';
import { Subject } from '../../../../../src/offline/session/subject.ts';
import { ToastHost } from '../../../../../src/ui/toasts/toast-host.tsx';
import { openToastRegion } from '../../../../../src/ui/toasts/toasts.ts';
import { type Answered, answeringApi, refusal, type SentCall } from '../../../../support/answers.ts';
import { renderInPage } from '../../../../support/in-page.tsx';

const received: Answered = { body: { statusCode: 200, data: { reference: 'LFE-7K3MQ9XD2A' } } };

async function openWith(api: Api) {
  const drawn = await renderInPage(
    <>
      <GrievanceForm />
      <ToastHost />
    </>,
    { api },
  );
  return { ...drawn, person: userEvent.setup({ delay: null }) };
}

async function openForm(answer: Answered | ((call: SentCall) => Answered | Promise<Answered>) = received) {
  const { api, sent } = answeringApi({
    'POST /api/submissions/grievance/add': answer,
    'GET /api/cms/header': refusal(503, 'UNAVAILABLE'),
  });
  const posted = () => sent.filter(({ method }) => method === 'POST');
  return { ...(await openWith(api)), posted };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`));
const anonymous = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Submit anonymously' });
const submitButton = () => screen.getByRole('button', { name: 'Submit Grievance' });
// Long enough for the first toast or dialog, whose code is loaded lazily.
const untilLoaded = { timeout: 10_000 };
const toast = (title: string) =>
  waitFor(() => {
    const found = screen
      .getAllByRole('status')
      .find((one) => within(one).queryByText(title) && one.closest('[data-position]'));
    if (!found) throw new Error(`no toast ${title}`);
    return found;
  }, untilLoaded);

const validGrievance: Record<string, string> = {
  Grievance: 'The hostel has had no hot water since Monday.',
  Name: 'Nila Thomas',
  'Contact number': '+91 98765 00071',
  Email: 'nila@example.com',
};
const personLabels = ['Name', 'Contact number', 'Email'];

function fill(changes: Record<string, string> = {}): void {
  for (const [label, value] of Object.entries({ ...validGrievance, ...changes }))
    fireEvent.change(field(label), { target: { value } });
}
/** The server's refusal of a grievance whose fields have these errors. */
function refusedFields(fields: Record<string, string>): Answered {
  const { body } = refusal(400, 'INVALID_REQUEST') as { body: object };
  return { status: 400, body: { ...body, fields } };
}
const storedDrafts = () => Object.values({ ...sessionStorage }).join();

// The form loads the outbox while somebody types. These tests type faster than it loads, so load it first.
beforeAll(() => import('../../../../../src/offline/outbox/page-outbox.ts'));
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  sessionStorage.clear();
  // Remove the toasts, so that the next test does not find a toast for which this test did not wait.
  openToastRegion({ show: () => {} })();
  notifications.clean();
  notifications.cleanQueue();
});

// The rules of the fields are tested in grievance-fields.test.ts, the texts for refusals in submission-refusal.test.ts.
describe('the grievance form', () => {
  it('the grievance form sends exactly what was typed, shows the reference number and then clears its fields', async () => {
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
    expect(await screen.findByText('LFE-7K3MQ9XD2A')).toBeTruthy();
    expect(screen.getByText('It will be put before the committee within 15 working days.')).toBeTruthy();
    for (const label of Object.keys(validGrievance)) expect(field(label).value).toBe('');
    expect(sessionStorage.length).toBe(0);
  });

  it('the submit button of the grievance form says “Submitting...” while the form is being sent', async () => {
    const pending: Array<(response: Response) => void> = [];
    const api = createApi(
      (_, init) => new Promise<Response>((resolve) => void (init?.method === 'POST' && pending.push(resolve))),
    );
    await openWith(api);
    fill();
    fireEvent.click(submitButton());
    const busy = await screen.findByRole('button', { name: 'Submitting...' });
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    const body = JSON.stringify({ statusCode: 200, data: { reference: 'LFE-1' } });
    await waitFor(() => expect(pending).toHaveLength(1));
    pending[0]?.(new Response(body, { headers: { [markerHeader]: apiVersion } }));
    await screen.findByText('LFE-1');
    expect(submitButton()).toBeTruthy();
  });

  it('what was typed while a grievance was being sent stays in the grievance form and its draft', async () => {
    const response = Promise.withResolvers<Answered>();
    const { posted } = await openForm(() => response.promise);
    fill();
    fireEvent.click(submitButton());
    await waitFor(() => expect(posted()).toHaveLength(1));
    fill({ Grievance: 'The lift is broken too.' });
    response.resolve(received);
    await screen.findByText('LFE-7K3MQ9XD2A');
    expect(field('Grievance').value).toBe('The lift is broken too.');
    expect(storedDrafts()).toContain('The lift is broken too.');
  });

  it('an empty grievance form shows each error beside its field and in the focused error summary', async () => {
    const { posted } = await openForm();
    fireEvent.click(submitButton());
    const summary = await screen.findByRole('alert');
    const errors = {
      Grievance: 'Grievance is required',
      Name: 'Name is required',
      'Contact number': 'Contact is required',
      Email: 'Email is required',
    };
    const links = within(summary).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(Object.values(errors));
    for (const [label, message] of Object.entries(errors)) {
      expect(screen.getAllByText(message).some((shown) => !summary.contains(shown))).toBe(true);
      expect(field(label).getAttribute('aria-invalid')).toBe('true');
    }
    await waitFor(() => expect(document.activeElement).toBe(summary.closest('[tabindex]')));
    expect(posted()).toEqual([]);
  });

  it('the grievance form refuses a contact number of 21 characters and shows a toast', async () => {
    const { posted } = await openForm();
    fill({ 'Contact number': '123456789012345678901' });
    fireEvent.click(submitButton());
    await screen.findByRole('alert');
    expect((await toast('Invalid number')).textContent).toContain('Kindly update your contact number');
    expect(posted()).toEqual([]);
    fill();
    fireEvent.click(submitButton());
    await waitFor(() => expect(posted()).toHaveLength(1));
  });

  it('the button “Reset Form” of the grievance form asks for confirmation before it clears what was typed', async () => {
    const { person } = await openForm();
    fill();
    await person.click(screen.getByRole('button', { name: 'Reset Form' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reset the form?' }, untilLoaded);
    await person.click(within(dialog).getByRole('button', { name: 'Keep writing' }));
    expect(field('Grievance').value).toBe(validGrievance.Grievance);
    await person.click(screen.getByRole('button', { name: 'Reset Form' }));
    await person.click(await screen.findByRole('button', { name: 'Clear the form' }, untilLoaded));
    for (const label of Object.keys(validGrievance)) expect(field(label).value).toBe('');
    expect(sessionStorage.length).toBe(0);
  });

  it('the button “Reset Form” of the grievance form clears the errors without asking for confirmation when nothing was typed', async () => {
    const { person } = await openForm();
    await person.click(submitButton());
    await screen.findByRole('alert');
    await person.click(screen.getByRole('button', { name: 'Reset Form' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('the grievance form restores a draft after a reload', async () => {
    const { unmount } = await openForm();
    fill();
    unmount();
    await openForm();
    await waitFor(() => expect(field('Grievance').value).toBe(validGrievance.Grievance));
    expect(personLabels.map((label) => field(label).value)).toEqual(personLabels.map((label) => validGrievance[label]));
    expect(anonymous().checked).toBe(false);
  });
});

describe('an anonymous grievance', () => {
  it('checking “Submit anonymously” clears and disables name, contact number and email; unchecking it requires them again', async () => {
    const { person } = await openForm();
    fill();
    await person.click(anonymous());
    for (const label of personLabels) {
      expect(field(label).value).toBe('');
      expect(field(label).disabled).toBe(true);
      expect(field(label).required).toBe(false);
    }
    await person.click(anonymous());
    for (const label of personLabels) {
      expect(field(label).disabled).toBe(false);
      expect(field(label).required).toBe(true);
    }
    expect(field('Grievance').value).toBe(validGrievance.Grievance);
  });

  it('unchecking “Submit anonymously” restores name, contact number and email, which were not stored in the meantime', async () => {
    await openForm();
    fill();
    fireEvent.click(anonymous());
    expect(storedDrafts()).toBe('');
    fireEvent.click(anonymous());
    for (const label of personLabels) expect(field(label).value).toBe(validGrievance[label]);
    expect(storedDrafts()).toContain('Nila Thomas');
  });

  it('after an anonymous grievance was sent, unchecking “Submit anonymously” does not restore the name, contact number and email', async () => {
    await openForm();
    fill();
    fireEvent.click(anonymous());
    fireEvent.click(submitButton());
    await screen.findByText('LFE-7K3MQ9XD2A');
    for (const label of personLabels) expect(field(label).value).toBe('');
    fireEvent.click(anonymous());
    fireEvent.click(anonymous());
    for (const label of personLabels) expect(field(label).value).toBe('');
    expect(storedDrafts()).not.toContain('Nila');
  });

  it('an anonymous grievance is sent without the name, contact number and email that were typed before', async () => {
    const { posted } = await openForm();
    fill();
    fireEvent.click(anonymous());
    fireEvent.click(submitButton());
    await screen.findByText('LFE-7K3MQ9XD2A');
    expect(posted()[0]?.body).toEqual({ formData: { anonymous: true, grievance: validGrievance.Grievance } });
    expect(
      screen.getByText('Write this number down now: we did not store your name, so we cannot send it to you.'),
    ).toBeTruthy();
  });

  it('unchecking “Submit anonymously” while an anonymous grievance is being sent keeps the advice to write down the reference number', async () => {
    const response = Promise.withResolvers<Answered>();
    const { posted } = await openForm(() => response.promise);
    fill();
    fireEvent.click(anonymous());
    fireEvent.click(submitButton());
    await waitFor(() => expect(posted()).toHaveLength(1));
    fireEvent.click(anonymous());
    response.resolve(received);
    expect(await screen.findByText(/^Write this number down now/)).toBeTruthy();
    expect(field('Name').value).toBe(validGrievance.Name);
  });

  it('an anonymous grievance still requires its text', async () => {
    const { posted } = await openForm();
    fireEvent.click(anonymous());
    fireEvent.click(submitButton());
    const summary = await screen.findByRole('alert');
    expect(summary.textContent).toBe('1 thing to correctGrievance is required');
    expect(posted()).toEqual([]);
  });

  it.each([
    ['anonymous', 'omit', null],
    ['not anonymous', 'same-origin', 'student-1'],
  ] as const)(
    'a grievance that is %s is sent with the fetch credentials “%s”, which decide on session cookies, and with the student id %j',
    async (kind, ...expected) => {
      const calls: RequestInit[] = [];
      const send: typeof fetch = async (_, init) => {
        if (init?.method === 'POST') calls.push(init);
        const body = JSON.stringify({ statusCode: 200, data: { reference: 'LFE-2' } });
        return new Response(body, { headers: { [markerHeader]: apiVersion } });
      };
      const connection = { isOffline: false, report: () => {} };
      const pendingSignOut = { student: null, deliver: async () => true };
      const subject = new Subject(null);
      subject.enter('student-1');
      await openWith(createApi(createPageFetch({ send, connection, pendingSignOut, subject })));
      fill();
      if (kind === 'anonymous') fireEvent.click(anonymous());
      fireEvent.click(submitButton());
      await screen.findByText('LFE-2');
      const [call] = calls;
      expect([call?.credentials, new Headers(call?.headers).get(subjectHeader)]).toEqual(expected);
    },
  );

  it('checking “Submit anonymously” deletes the stored draft, and an anonymous grievance that cannot be sent is not stored either', async () => {
    await openForm('no answer');
    fill();
    expect(storedDrafts()).toContain('no hot water');
    fireEvent.click(anonymous());
    expect(storedDrafts()).toBe('');
    fireEvent.change(field('Grievance'), { target: { value: 'The warden shouts.' } });
    fireEvent.click(submitButton());
    await screen.findByText('Unable to submit', { selector: '[role=alert] p' });
    expect(storedDrafts()).not.toContain('warden');
    expect(storedDrafts()).not.toContain('Nila');
    expect(field('Grievance').value).toBe('The warden shouts.');
  });
});

describe('a grievance that was not received', () => {
  it.each<[string, Answered, string]>([
    ['a rate limit', refusal(429, 'RATE_LIMITED', 'Please try again in 1 minute.'), 'Please try again in 1 minute.'],
    ['a network error', 'no answer', 'You can safely send it again when the connection is back: it counts only once.'],
  ])(
    'the grievance form and a toast say what to do after %s, and the form keeps what was typed',
    async (_, answer, advice) => {
      await openForm(answer);
      fill();
      fireEvent.click(submitButton());
      const alert = await screen.findByRole('alert');
      expect((await toast('Unable to submit')).textContent).toContain('Kindly use any other alternative ways');
      expect(alert.textContent).toContain('Unable to submit');
      expect(alert.textContent).toContain(advice);
      const link = within(alert).getByRole('link', { name: 'Kindly use any other alternative ways' });
      expect(link.getAttribute('href')).toBe('#other-ways');
      for (const [label, value] of Object.entries(validGrievance)) expect(field(label).value).toBe(value);
    },
  );

  const wrongName = refusedFields({ 'formData.name': 'Name is required' });
  const wrongContact = refusedFields({ 'formData.contact': 'Kindly update your contact number' });
  const tooLong = { 'Contact number': '123456789012345678901' };
  it.each<[string, string, Answered, Record<string, string>]>([
    ['the server is unavailable', 'Unable to submit', refusal(503, 'UNAVAILABLE'), {}],
    ['the server refuses the name', 'Unable to submit', wrongName, {}],
    ['the server refuses the contact number', 'Invalid number', wrongContact, {}],
    ['the contact number is too long', 'Invalid number', received, tooLong],
  ])(
    'if %s, screen readers announce the alert in the grievance form, but not the toast “%s” about the same error',
    async (_, title, answer, changes) => {
      await openForm(answer);
      fill(changes);
      fireEvent.click(submitButton());
      await screen.findByRole('alert');
      expect((await toast(title)).getAttribute('aria-live')).toBe('off');
    },
  );

  it('the grievance form shows the server’s errors at its fields, and a toast for the contact number', async () => {
    const fields = { 'formData.name': 'Name is required', 'formData.contact': 'Kindly update your contact number' };
    await openForm(refusedFields(fields));
    fill();
    fireEvent.click(submitButton());
    await screen.findByRole('alert');
    expect((await toast('Invalid number')).textContent).toContain('Kindly update your contact number');
    expect(field('Name').getAttribute('aria-invalid')).toBe('true');
    expect(field('Contact number').getAttribute('aria-invalid')).toBe('true');
  });

  it('an anonymous grievance sent again after a double tap and a lost response keeps its idempotency key', async () => {
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
    await screen.findByText('LFE-7K3MQ9XD2A');
    const keys = posted().map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    expect(sessionStorage.length).toBe(0);
  });
});
