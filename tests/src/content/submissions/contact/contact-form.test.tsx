import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ContactForm } from '../../../../../src/content/submissions/contact/contact-form.tsx';
import { connection } from '../../../../../src/offline/connection/page-connection.ts';
import { ToastHost } from '../../../../../src/ui/toasts/toast-host.tsx';
import { openToastRegion } from '../../../../../src/ui/toasts/toasts.ts';
import { type Answered, answeringApi, refusal, type SentCall } from '../../../../support/answers.ts';
import { renderInPage } from '../../../../support/in-page.tsx';
import { whileServerIsDown } from '../../../../support/server-down.ts';

const received: Answered = { body: { statusCode: 200, data: { reference: 'LFE-7K3MQ9XD2A' } } };
type Answer = Answered | ((call: SentCall) => Answered | Promise<Answered>);

async function openForm(answer: Answer = received, prefill: { subject?: string; message?: string } = {}) {
  const { api, sent } = answeringApi({
    'POST /api/submissions/contact/add': answer,
    'GET /api/cms/header': refusal(503, 'UNAVAILABLE'),
  });
  const drawn = await renderInPage(
    <>
      <ContactForm {...prefill} />
      <ToastHost />
    </>,
    { api },
  );
  const posted = () => sent.filter(({ method }) => method === 'POST');
  return { ...drawn, posted, person: userEvent.setup({ delay: null }) };
}

const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label.replace(/[()]/g, '.')}( \\*)?$`));
const sendButton = () => screen.getByRole('button', { name: 'Send message' });
const validEnquiry: Record<string, string> = {
  Name: 'Nila Thomas',
  Email: 'nila@example.com',
  'Phone (optional)': '98765 00071',
  Subject: 'fees',
  Message: 'Is the fee of DNS paid in parts?',
};

function fill(changes: Record<string, string> = {}): void {
  for (const [label, value] of Object.entries({ ...validEnquiry, ...changes }))
    fireEvent.change(field(label), { target: { value } });
}

function send(changes: Record<string, string> = {}): void {
  fill(changes);
  fireEvent.click(sendButton());
}

const linksOf = (summary: HTMLElement) =>
  within(summary)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

// The form loads the outbox while somebody types. These tests type faster than it loads, so load it first.
beforeAll(() => import('../../../../../src/offline/outbox/page-outbox.ts'));
beforeEach(() => {
  sessionStorage.clear();
});
afterEach(() => {
  connection.report('ours');
  sessionStorage.clear();
  // Remove the toasts, so that the next test does not find a toast for which this test did not wait.
  openToastRegion({ show: () => {} })();
  notifications.clean();
  notifications.cleanQueue();
  vi.restoreAllMocks();
});

// The rules of the fields are tested in contact-fields.test.ts, the texts for refusals in submission-refusal.test.ts.
describe('the contact form', () => {
  it('the contact form sends exactly what was typed and shows a reference number that can be copied', async () => {
    const { posted, person } = await openForm();
    fill();
    await person.click(sendButton());
    const reference = await screen.findByText('LFE-7K3MQ9XD2A');
    expect(posted().map(({ body }) => body)).toEqual([
      {
        formData: {
          name: 'Nila Thomas',
          email: 'nila@example.com',
          phone: '98765 00071',
          subject: 'fees',
          message: 'Is the fee of DNS paid in parts?',
        },
      },
    ]);
    expect(posted()[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{64}$/);
    expect(screen.getAllByText('Request submitted').length).toBeGreaterThan(0);
    expect(screen.getAllByText('You will be responded within 24hr').length).toBeGreaterThan(0);
    await person.click(screen.getByRole('button', { name: 'Copy number' }));
    expect(await navigator.clipboard.readText()).toBe(reference.textContent);
    expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
    for (const label of Object.keys(validEnquiry)) expect(field(label).value).toBe('');
    expect(sessionStorage.length).toBe(0);
  });

  it('a received enquiry is confirmed by a toast with a title and a text', async () => {
    await openForm();
    send();
    const title = await screen.findByText(
      'Request submitted',
      { selector: '[data-position] *' },
      // Wait longer, because the code of toasts loads with the first toast.
      { timeout: 10_000 },
    );
    const toast = title.closest<HTMLElement>('[role="status"]');
    expect(toast?.textContent).toContain('You will be responded within 24hr');
  });

  it('screen readers announce a received enquiry once, though the page and a toast show it', async () => {
    await openForm();
    send();
    await screen.findByText('Request submitted', { selector: '[data-position] *' }, { timeout: 10_000 });
    await waitFor(() => expect(screen.getAllByText('Request submitted')).toHaveLength(2));
    const regions = screen.getAllByText('Request submitted').map((one) => one.closest('[role="status"]'));
    const spoken = regions.filter((one) => one?.getAttribute('aria-live') !== 'off');
    expect(spoken.map((one) => one?.textContent)).toEqual([expect.stringContaining('LFE-7K3MQ9XD2A')]);
  });

  it('an empty contact form shows each error beside its field and in the focused error summary', async () => {
    const { posted } = await openForm();
    fireEvent.click(sendButton());
    const summary = await screen.findByRole('alert');
    expect(summary.textContent).toContain('Fill all the required fields');
    const errors = {
      Name: 'Name is required',
      Email: 'Email is required',
      Subject: 'Enter subject',
      Message: 'Message is required',
    };
    expect(linksOf(summary)).toEqual(Object.values(errors));
    for (const [label, message] of Object.entries(errors)) {
      expect(screen.getAllByText(message).some((shown) => !summary.contains(shown))).toBe(true);
      expect(field(label).getAttribute('aria-invalid')).toBe('true');
    }
    await waitFor(() => expect(document.activeElement).toBe(summary.closest('[tabindex]')));
    expect(posted()).toEqual([]);
  });

  it('when only the optional phone number is invalid, the error summary of the contact form says “1 thing to correct”', async () => {
    const { posted } = await openForm();
    send({ 'Phone (optional)': '12' });
    const summary = await screen.findByRole('alert');
    expect(summary.textContent).toBe('1 thing to correctPhone (optional): Enter valid number');
    expect(posted()).toEqual([]);
  });

  it('the contact form offers five subjects in a fixed order', async () => {
    await openForm();
    const options = within(field('Subject')).getAllByRole<HTMLOptionElement>('option');
    expect(options.map(({ value, label }) => [value, label])).toEqual([
      ['', 'Choose a subject'],
      ['admission', 'Admission'],
      ['course', 'Course'],
      ['fees', 'Fees'],
      ['placement', 'Placement'],
      ['other', 'Other'],
    ]);
  });

  it('the fields of the contact form have the right input type and autofill hint for phones', async () => {
    await openForm();
    expect([field('Email').type, field('Phone (optional)').type]).toEqual(['email', 'tel']);
    expect(['Name', 'Email', 'Phone (optional)'].map((label) => field(label).autocomplete)).toEqual([
      'name',
      'email',
      'tel',
    ]);
  });
});

describe('an enquiry that is changed while it is being sent', () => {
  it('what was typed while an enquiry was being sent stays in the contact form and its draft', async () => {
    const response = Promise.withResolvers<Answered>();
    const { posted, unmount } = await openForm(() => response.promise);
    send();
    await waitFor(() => expect(posted()).toHaveLength(1));
    fireEvent.change(field('Message'), { target: { value: 'Is the fee of GME paid in parts?' } });
    response.resolve(received);
    await screen.findByText('LFE-7K3MQ9XD2A');
    expect(field('Message').value).toBe('Is the fee of GME paid in parts?');
    unmount();
    await openForm();
    await waitFor(() => expect(field('Message').value).toBe('Is the fee of GME paid in parts?'));
    expect(field('Name').value).toBe('Nila Thomas');
  });

  it.each([
    ['its draft is deleted', {}, /^$/],
    ['a draft that was changed since is kept', { Message: 'Is the fee of GME paid in parts?' }, /fee of GME/],
  ])(
    'when the server receives an enquiry after the visitor has left the contact form, %s',
    async (_, changes, draft) => {
      const response = Promise.withResolvers<Answered>();
      const first = await openForm(() => response.promise);
      send();
      await waitFor(() => expect(first.posted()).toHaveLength(1));
      first.unmount();
      await openForm();
      await waitFor(() => expect(field('Message').value).toBe(validEnquiry.Message));
      for (const [label, value] of Object.entries(changes)) fireEvent.change(field(label), { target: { value } });
      response.resolve(received);
      const title = await screen.findByText('Request submitted', {}, { timeout: 10_000 });
      // The form that is shown says nothing about that enquiry, so the toast is read out.
      expect(title.closest('[role="status"]')?.hasAttribute('aria-live')).toBe(false);
      expect(Object.values({ ...sessionStorage }).join()).toMatch(draft);
    },
  );
});

describe('a refused enquiry', () => {
  it('the contact form shows the message of a 400 response beside the field that the message is about', async () => {
    await openForm(refusal(400, 'INVALID_REQUEST', 'formData: Enter subject.'));
    send();
    const summary = await screen.findByRole('alert');
    expect(linksOf(summary)).toEqual(['Enter subject']);
    expect(field('Subject').getAttribute('aria-invalid')).toBe('true');
    expect(field('Name').value).toBe('Nila Thomas');
  });

  it('the contact form lists the server’s errors for several fields in the focused error summary', async () => {
    const { body } = refusal(400, 'INVALID_REQUEST') as { body: object };
    const fields = {
      'formData.email': 'Email is required in the form name@example.com',
      'formData.phone': 'Enter valid number',
    };
    await openForm({ status: 400, body: { ...body, fields } });
    send();
    const summary = await screen.findByRole('alert');
    expect(linksOf(summary)).toEqual([
      'Email is required in the form name@example.com',
      'Phone (optional): Enter valid number',
    ]);
    await waitFor(() => expect(document.activeElement).toBe(summary.closest('[tabindex]')));
  });

  it.each<[string, Answered, string]>([
    ['a rate limit', refusal(429, 'RATE_LIMITED', 'Please try again in 1 minute.'), 'Please try again in 1 minute.'],
    ['a network error', 'no answer', 'You can safely send it again when the connection is back: it counts only once.'],
  ])('the contact form says what to do after %s and keeps what was typed', async (_, answer, advice) => {
    await openForm(answer);
    send();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Unable to submit!');
    expect(alert.textContent).toContain(advice);
    for (const [label, value] of Object.entries(validEnquiry)) expect(field(label).value).toBe(value);
  });

  it('an enquiry sent again after a double tap, a lost response or a reload keeps its idempotency key', async () => {
    const first = await openForm('no answer');
    fill();
    const button = sendButton();
    fireEvent.click(button);
    fireEvent.click(button);
    await screen.findByRole('alert');
    expect(first.posted()).toHaveLength(1);
    fireEvent.click(sendButton());
    await waitFor(() => expect(first.posted()).toHaveLength(2));
    first.unmount();
    const second = await openForm();
    await waitFor(() => expect(field('Message').value).toBe(validEnquiry.Message));
    fireEvent.click(sendButton());
    await screen.findByText('LFE-7K3MQ9XD2A');
    const keys = [...first.posted(), ...second.posted()].map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
    send();
    await waitFor(() => expect(second.posted()).toHaveLength(2));
    expect(second.posted()[1]?.headers.get('idempotency-key')).not.toBe(keys[0]);
  });
});

describe('a prefilled contact form', () => {
  it('the contact form is prefilled with the subject and message in the URL, and an unknown subject in the URL is ignored', async () => {
    const { unmount } = await openForm(received, { subject: 'course', message: 'Which course suits me?' });
    expect(field('Subject').value).toBe('course');
    expect(field('Message').value).toBe('Which course suits me?');
    unmount();
    await openForm(received, { subject: 'jobs' });
    expect(field('Subject').value).toBe('');
  });

  it('opening the contact form from another link replaces its prefilled message unless the visitor has edited the message', async () => {
    const first = await openForm(received, { subject: 'course', message: 'About DNS' });
    fireEvent.change(field('Name'), { target: { value: 'Nila' } });
    first.unmount();
    const second = await openForm(received, { subject: 'fees', message: 'About GME' });
    await waitFor(() => expect(field('Name').value).toBe('Nila'));
    expect([field('Subject').value, field('Message').value]).toEqual(['fees', 'About GME']);
    fireEvent.change(field('Message'), { target: { value: 'About GME and its fee' } });
    second.unmount();
    await openForm(received, { subject: 'course', message: 'About DNS' });
    await waitFor(() => expect(field('Message').value).toBe('About GME and its fee'));
  });
});

// That an enquiry sent offline waits in the outbox is tested in outbox-list.test.tsx.
it('when the connection is lost, the contact form says that the visitor is offline and can still send the message', async () => {
  await openForm();
  expect(screen.queryByText(/You are offline/)).toBeNull();
  connection.report('noResponse');
  await screen.findByText(/You are offline/);
  const advice = 'You can still send your message: we save it on this device and send it when the connection is back.';
  expect(screen.getByText(advice)).toBeTruthy();
  expect(sendButton().getAttribute('aria-disabled')).toBe('false');
});

it('while our server is not answering, the contact form says that the message can still be sent', async () => {
  await whileServerIsDown(async () => {
    await openForm();
    await screen.findByText('Our server is not answering.');
    const advice =
      'You can still send your message: we save it on this device and send it when our server answers again.';
    expect(screen.getByText(advice)).toBeTruthy();
  });
});
