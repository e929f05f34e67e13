import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ContactForm } from '../../../src/content/contact-form.tsx';
import { connection } from '../../../src/offline/page-connection.ts';
import { ToastHost } from '../../../src/ui/toast-host.tsx';
import { type Answered, answeringApi, refusal, type SentCall } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';

const address = 'POST /api/submissions/contact/add';
const received: Answered = { body: { statusCode: 200, data: { reference: 'LFE-7K3MQ9XD2A' } } };
type Answer = Answered | ((call: SentCall) => Answered);

async function openForm(answer: Answer = received, prefill: { subject?: string; message?: string } = {}) {
  const { api, sent } = answeringApi({ [address]: answer, 'GET /api/cms/header': refusal(503, 'DOWN') });
  const drawn = await renderInPage(
    <>
      <ContactForm {...prefill} />
      <ToastHost />
    </>,
    { api },
  );
  const posted = () => sent.filter(({ method }) => method === 'POST');
  return { ...drawn, posted, person: userEvent.setup() };
}

const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label.replace(/[()]/g, '.')}( \\*)?$`));
const sendButton = () => screen.getByRole('button', { name: 'Send message' });
const filled: Record<string, string> = {
  Name: 'Nila Thomas',
  Email: 'nila@example.com',
  'Phone (optional)': '98765 00071',
  Subject: 'fees',
  Message: 'Is the fee of DNS paid in parts?',
};

function fill(different: Record<string, string> = {}): void {
  for (const [label, value] of Object.entries({ ...filled, ...different }))
    fireEvent.change(field(label), { target: { value } });
}

// A form fetches the outbox while somebody writes; here nobody takes so long.
beforeAll(() => import('../../../src/offline/page-outbox.ts'));
beforeEach(() => {
  sessionStorage.clear();
});
afterEach(() => {
  connection.hear('ours');
  sessionStorage.clear();
  vi.restoreAllMocks();
});

describe('the contact form', { timeout: 30_000 }, () => {
  it('sends what was typed and says that it was received, with the number to be copied', async () => {
    const { posted, person } = await openForm();
    fill();
    await person.click(sendButton());
    const note = await screen.findByText('LFE-7K3MQ9XD2A');
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
    expect(await navigator.clipboard.readText()).toBe(note.textContent);
    expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
    for (const label of Object.keys(filled)) expect(field(label).value).toBe('');
    expect(sessionStorage.length).toBe(0);
  });

  it('shows both texts of the success in a toast', async () => {
    const { person } = await openForm();
    fill();
    await person.click(sendButton());
    const title = await screen.findByText(
      'Request submitted',
      { selector: '[data-position] *' },
      // What draws a toast loads with the first one, which takes a busy machine a while.
      { timeout: 10_000 },
    );
    const toast = title.closest<HTMLElement>('[role="status"]');
    expect(toast?.textContent).toContain('You will be responded within 24hr');
  });

  it.each([
    ['Name', ' ', 'Name is required'],
    ['Email', '', 'Email is required'],
    ['Subject', '', 'Enter subject'],
    ['Message', '', 'Message is required'],
  ])('asks to fill all the required fields without %s', async (label, value, message) => {
    const { posted } = await openForm();
    fill({ [label]: value });
    fireEvent.click(sendButton());
    const summary = await screen.findByRole('alert');
    expect(summary.textContent).toContain('Fill all the required fields');
    expect(within(summary).getByRole('link').textContent).toBe(`${label}: ${message}`);
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
    expect(posted()).toEqual([]);
  });

  it.each([
    ['Phone (optional)', '12', 'Enter valid number'],
    ['Email', 'nila@', 'Email is required in the form name@example.com'],
  ])('refuses %s as %j, which is no lack', async (label, value, message) => {
    const { posted } = await openForm();
    fill({ [label]: value });
    fireEvent.click(sendButton());
    const summary = await screen.findByRole('alert');
    expect(summary.textContent).toBe(`1 thing to correct${label}: ${message}`);
    expect(posted()).toEqual([]);
  });

  it('goes without a phone', async () => {
    const { posted } = await openForm();
    fill({ 'Phone (optional)': '' });
    fireEvent.click(sendButton());
    await waitFor(() => expect(posted()).toHaveLength(1));
    expect(posted()[0]?.body).toHaveProperty('formData.phone', '');
  });

  it('has the five subjects, in order, after none', async () => {
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

  it('suits a phone: keyboards and words for autofill', async () => {
    await openForm();
    expect([field('Email').type, field('Phone (optional)').type]).toEqual(['email', 'tel']);
    expect(['Name', 'Email', 'Phone (optional)'].map((label) => field(label).autocomplete)).toEqual([
      'name',
      'email',
      'tel',
    ]);
  });
});

describe('a refused enquiry', { timeout: 30_000 }, () => {
  it.each([
    ['Name is required', 'Name'],
    ['Email is required', 'Email'],
    ['Enter valid number', 'Phone (optional)'],
    ['Enter subject', 'Subject'],
    ['Message is required', 'Message'],
  ])('says %s at its field, from the message of a 400', async (text, label) => {
    await openForm(refusal(400, 'INVALID_REQUEST', `formData: ${text}.`));
    fill();
    fireEvent.click(sendButton());
    const summary = await screen.findByRole('alert');
    expect(within(summary).getByRole('link').textContent).toBe(`${label}: ${text}`);
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
    expect(field('Name').value).toBe('Nila Thomas');
  });

  it('shows what the server says of each field', async () => {
    const { body } = refusal(400, 'INVALID_REQUEST') as { body: object };
    const fields = {
      'formData.email': 'Email is required in the form name@example.com',
      'formData.phone': 'Enter valid number',
    };
    await openForm({ status: 400, body: { ...body, fields } });
    fill();
    fireEvent.click(sendButton());
    const summary = await screen.findByRole('alert');
    expect(
      within(summary)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Email: Email is required in the form name@example.com', 'Phone (optional): Enter valid number']);
    await waitFor(() => expect(document.activeElement?.contains(summary)).toBe(true));
  });

  it.each<[string, Answered, string]>([
    ['another 400', refusal(400, 'INVALID_REQUEST', 'The request is not valid.'), 'Try again in a moment.'],
    ['a server error', refusal(500, 'INTERNAL_ERROR', 'Name is required'), 'Try again in a moment.'],
    ['too many', refusal(429, 'RATE_LIMITED', 'Please try again in 1 minute.'), 'Please try again in 1 minute.'],
    ['another statusCode', { body: { statusCode: 204 } }, 'Try again in a moment.'],
    ['no answer', 'no answer', 'Send it again when the connection is back; it counts once.'],
  ])('says so after %s, what to do, and keeps what was typed', async (_, answer, advice) => {
    await openForm(answer);
    fill();
    fireEvent.click(sendButton());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Unable to submit!');
    expect(alert.textContent).toContain(advice);
    for (const [label, value] of Object.entries(filled)) expect(field(label).value).toBe(value);
  });

  it('is one submission however often it is tried: a second tap, a lost answer, a reload', async () => {
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
    const again = await openForm();
    await waitFor(() => expect(field('Message').value).toBe(filled.Message));
    fireEvent.click(sendButton());
    await screen.findByText('LFE-7K3MQ9XD2A');
    const keys = [...first.posted(), ...again.posted()].map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
    fill();
    fireEvent.click(sendButton());
    await waitFor(() => expect(again.posted()).toHaveLength(2));
    expect(again.posted()[1]?.headers.get('idempotency-key')).not.toBe(keys[0]);
  });
});

describe('what the address fills in', { timeout: 30_000 }, () => {
  it('stands in the form, and a subject that is none does not', async () => {
    const { unmount } = await openForm(received, { subject: 'course', message: 'Which course suits me?' });
    expect(field('Subject').value).toBe('course');
    expect(field('Message').value).toBe('Which course suits me?');
    unmount();
    await openForm(received, { subject: 'jobs' });
    expect(field('Subject').value).toBe('');
  });

  it('gives way to what was typed, and to another address where it was left as it stood', async () => {
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

describe('a form without a connection', () => {
  it('says so, and that what is sent is kept', async () => {
    await openForm();
    expect(screen.queryByText(/The connection is gone at present/)).toBeNull();
    connection.hear('nothing');
    await waitFor(() => expect(screen.getByText(/The connection is gone at present/)).toBeTruthy());
  });
});
