import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRegisterFlow } from '../../../../src/auth/register/register-flow.ts';
import { RegisterPage } from '../../../../src/auth/register/register-page.tsx';
import { ToastHost } from '../../../../src/ui/toasts/toast-host.tsx';
import { type Answered, answeringApi, refusal, type SentCall } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { field, fillRegistration, registerButton, termsBox, validDetails } from './register-screen.ts';

const registered: Answered = { body: { statusCode: 200 } };

async function openRegister(answer: Answered | ((call: SentCall) => Answered) = registered) {
  const { api, sent } = answeringApi({ 'POST /api/users/student/add': answer });
  const report = vi.fn();
  const onRegistered = vi.fn();
  const flow = createRegisterFlow({ api, report });
  const page = <RegisterPage flow={flow} today="2026-03-01" brand={null} from={null} onRegistered={onRegistered} />;
  const drawn = await renderInPage(
    <>
      {page}
      <ToastHost />
    </>,
    { api },
  );
  return { ...drawn, sent, report, onRegistered, person: userEvent.setup({ delay: null }) };
}

function submit(changes: Record<string, string> = {}): void {
  fillRegistration(changes);
  fireEvent.click(registerButton());
}

afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
  // Remove the toasts, or the next test would find them.
  act(() => notifications.clean());
});

// The rules of the fields are tested in register-fields.test.ts.
describe('the registration form', () => {
  it('the button “Same as mobile number” copies the mobile number into the WhatsApp number and clears the error of that field', async () => {
    await openRegister();
    fireEvent.change(field('Mobile number'), { target: { value: '9876500071' } });
    fireEvent.blur(field('WhatsApp number'));
    await waitFor(() => expect(field('WhatsApp number').getAttribute('aria-invalid')).toBe('true'));
    fireEvent.click(screen.getByRole('button', { name: 'Same as mobile number' }));
    expect(field('WhatsApp number').value).toBe('9876500071');
    expect(field('WhatsApp number').getAttribute('aria-invalid')).not.toBe('true');
  });

  it('the registration form shows the rules for passwords before the visitor types a password', async () => {
    await openRegister();
    const hint = document.getElementById(field('Password').getAttribute('aria-describedby')?.split(' ')[0] ?? '');
    expect(hint?.textContent).toBe('At least 8 characters. Passwords that many people use are refused.');
  });

  it('the registration form sends the typed details, without the repeated password, and an idempotency key', async () => {
    const { sent } = await openRegister();
    submit({ 'INDOS number (optional)': '24EL0071' });
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({
      first_name: 'Nila',
      last_name: 'Thomas',
      email: 'Nila.Thomas@example.com',
      mobile: '9876500071',
      whatsapp_number: '9876500072',
      indos_number: '24EL0071',
      dob: '2005-02-28',
      password: 'anchor watch',
    });
    expect(sent[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('an empty registration form shows each error beside its field and in the focused error summary', async () => {
    const { person, sent } = await openRegister();
    await person.click(registerButton());
    const summary = screen.getByRole('alert');
    expect(summary.textContent).toContain('9 things to correct');
    expect(document.activeElement).toBe(summary.closest('[tabindex]'));
    const errors = {
      'First name': 'First Name is required',
      'Last name': 'Last Name is required',
      Email: 'Email is required',
      'Mobile number': 'Mobile number must be exactly 10 digits.',
      'WhatsApp number': 'Whatsapp number must be exactly 10 digits.',
      'Date of birth': 'Date of Birth is required',
      Password: 'Password is required',
      'Confirm password': 'Confirm Password is required',
      Terms: 'You must accept the terms and conditions.',
    };
    const links = within(summary).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(Object.values(errors));
    for (const message of Object.values(errors))
      expect(screen.getAllByText(message).some((shown) => !summary.contains(shown))).toBe(true);
    for (const label of Object.keys(validDetails)) expect(field(label).getAttribute('aria-invalid')).toBe('true');
    expect(sent).toEqual([]);
    await person.click(within(summary).getByRole('link', { name: /^Date of Birth/ }));
    expect(document.activeElement).toBe(field('Day'));
  });

  it('the terms and conditions open in a new tab from the registration form', async () => {
    await openRegister();
    const link = screen.getByRole('link', { name: 'terms and conditions' });
    expect(link.getAttribute('href')).toBe('/terms');
    expect(link.getAttribute('target')).toBe('_blank');
  });

  it('the registration form checks a field when it loses focus, and the date of birth when its year field loses focus', async () => {
    const { person } = await openRegister();
    await person.type(field('Mobile number'), '98');
    expect(screen.queryByText('Mobile number must be exactly 10 digits.')).toBeNull();
    await person.tab();
    expect(screen.getByText('Mobile number must be exactly 10 digits.')).toBeTruthy();
    await person.type(field('Day'), '31');
    await person.tab();
    await person.keyboard('2');
    expect(screen.queryByText(/Enter a valid date/)).toBeNull();
    await person.tab();
    await person.keyboard('2005');
    await person.tab();
    expect(screen.getByText(/Enter a valid date/)).toBeTruthy();
    await person.type(field('Day'), '{Backspace}{Backspace}28');
    expect(screen.queryByText(/Enter a valid date/)).toBeNull();
  });

  // An error that appeared on mouse down would move the pressed element away from under the pointer.
  it.each([
    ['the register button', registerButton],
    ['the terms checkbox', termsBox],
    ['the login link', () => screen.getByRole('link', { name: 'Login' })],
  ])(
    'pressing the mouse button on %s keeps the focus in the current field of the registration form and shows no error yet',
    async (_, pressed) => {
      const { person } = await openRegister();
      await person.type(field('Confirm password'), 'x');
      await person.pointer({ keys: '[MouseLeft>]', target: pressed() });
      expect(screen.queryByText('Passwords do not match.')).toBeNull();
      expect(document.activeElement).toBe(field('Confirm password'));
    },
  );

  it('the registration form sets the on-screen keyboard, input type and autofill hint of its fields', async () => {
    await openRegister();
    for (const label of ['Mobile number', 'WhatsApp number', 'Day', 'Month', 'Year'])
      expect(field(label).inputMode).toBe('numeric');
    expect(field('Mobile number').type).toBe('tel');
    expect(field('Email').type).toBe('email');
    const labels = ['First name', 'Email', 'Mobile number', 'Day', 'Month', 'Year', 'Password', 'Confirm password'];
    expect(labels.map((label) => field(label).autocomplete)).toEqual([
      'given-name',
      'email',
      'tel-national',
      'bday-day',
      'bday-month',
      'bday-year',
      'new-password',
      'new-password',
    ]);
  });

  it('the registration form restores its draft after a reload, without the passwords and the accepted terms', async () => {
    const { unmount } = await openRegister();
    fillRegistration();
    unmount();
    const stored = Object.values({ ...sessionStorage }).join();
    expect(stored).toContain('Nila.Thomas@example.com');
    expect(stored).not.toContain('anchor watch');
    await openRegister();
    expect(field('Email').value).toBe('Nila.Thomas@example.com');
    expect([field('Day').value, field('Month').value, field('Year').value]).toEqual(['28', '2', '2005']);
    expect([field('Password').value, field('Confirm password').value, termsBox().checked]).toEqual(['', '', false]);
  });
});

describe('the result of a registration', () => {
  it('a successful registration shows a toast, deletes the draft and opens the login page after two seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { onRegistered } = await openRegister();
    submit();
    await screen.findByText('You are registered. Log in to book your courses.');
    expect(sessionStorage.length).toBe(0);
    expect(field('Email').disabled).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(1500));
    expect(onRegistered).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect(onRegistered).toHaveBeenCalledTimes(1);
  });

  it.each<[string, Answered, string, { status: number | null; code: string | null }]>([
    [
      '409 USER_EXISTS',
      refusal(409, 'USER_EXISTS'),
      'User exist with similar details.',
      { status: 409, code: 'USER_EXISTS' },
    ],
    [
      '409 PASSWORD_TOO_COMMON',
      refusal(409, 'PASSWORD_TOO_COMMON'),
      'Please choose another password',
      { status: 409, code: 'PASSWORD_TOO_COMMON' },
    ],
    ['500', refusal(500, 'INTERNAL_ERROR'), 'Something went wrong', { status: 500, code: 'INTERNAL_ERROR' }],
    ['an unexpected response', { body: { statusCode: 204 } }, 'Something went wrong', { status: 200, code: null }],
    [
      'a network error',
      'no answer',
      'Network error - please check your internet connection',
      { status: 0, code: null },
    ],
  ])(
    'the register page shows and reports the error after %s and keeps the typed text',
    async (_, answer, text, reported) => {
      const { report } = await openRegister(answer);
      submit();
      expect((await screen.findByRole('alert')).textContent).toContain(text);
      expect(report).toHaveBeenCalledExactlyOnceWith(expect.any(Error), { source: 'registration', ...reported });
      expect(field('Email').value).toBe('Nila.Thomas@example.com');
      expect(field('Password').value).toBe('anchor watch');
      expect(registerButton()).toHaveProperty('disabled', false);
    },
  );

  it('when an error in the browser prevents the registration request, the register page shows and reports the error', async () => {
    const { report } = await openRegister();
    vi.spyOn(crypto, 'getRandomValues').mockImplementation(() => {
      throw new Error('no entropy');
    });
    submit();
    expect((await screen.findByRole('alert')).textContent).toContain('Error processing your request');
    expect(report).toHaveBeenCalledExactlyOnceWith(expect.any(Error), {
      source: 'registration',
      status: null,
      code: null,
    });
    vi.restoreAllMocks();
  });

  it('the register page shows an error of the server beside the field that the error names', async () => {
    const dob = 'Date of Birth must be a day in the past';
    const { body } = refusal(400, 'INVALID_REQUEST') as { body: object };
    await openRegister({ status: 400, body: { ...body, fields: { dob } } });
    submit();
    await screen.findAllByText(dob);
    expect(field('Day').getAttribute('aria-invalid')).toBe('true');
  });

  it('the register page says when to try again after the server has refused too many requests', async () => {
    await openRegister(refusal(429, 'RATE_LIMITED', 'Too many requests. Please try again in 1 minute.'));
    submit();
    await screen.findByText('Too many requests. Please try again in 1 minute.');
  });

  it('a registration repeated unchanged after a missing response reuses its idempotency key, even after a reload', async () => {
    const first = await openRegister('no answer');
    submit();
    await screen.findByRole('alert');
    first.unmount();
    const second = await openRegister('no answer');
    submit();
    await screen.findByRole('alert');
    submit({ 'First name': 'Nilima' });
    await waitFor(() => expect(second.sent).toHaveLength(2));
    const keys = [...first.sent, ...second.sent].map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});
