import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRegisterFlow } from '../../../src/auth/register-flow.ts';
import { RegisterPage } from '../../../src/auth/register-page.tsx';
import { ToastHost } from '../../../src/ui/toast-host.tsx';
import { type Answered, answeringApi, refusal, type SentCall } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';

const address = 'POST /api/users/student/add';
const registered: Answered = { body: { statusCode: 200 } };

async function openRegister(answer: Answered | ((call: SentCall) => Answered) = registered) {
  const { api, sent } = answeringApi({ [address]: answer });
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
  return { ...drawn, sent, report, onRegistered, person: userEvent.setup() };
}

const filled: Record<string, string> = {
  'First name': 'Nila',
  'Last name': 'Thomas',
  'E-mail': 'Nila.Thomas@example.com',
  'Mobile number': '98765 00071',
  'WhatsApp number': '9876500072',
  Day: '28',
  Month: '2',
  Year: '2005',
  Password: 'anchor watch',
  'Confirm password': 'anchor watch',
};

const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label.replace(/[()]/g, '.')}( \\*)?$`));
const terms = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /I accept the terms and conditions/ });
const registerButton = () => screen.getByRole('button', { name: 'Register' });

function fill(different: Record<string, string> = {}): void {
  const confirmed = different.Password === undefined ? {} : { 'Confirm password': different.Password };
  for (const [label, value] of Object.entries({ ...filled, ...confirmed, ...different }))
    fireEvent.change(field(label), { target: { value } });
  if (!terms().checked) fireEvent.click(terms());
}

afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

// Ten fields and their checks, keystroke by keystroke.
describe('the registration form', { timeout: 30_000 }, () => {
  it('sends what was typed, in the form of the contract', async () => {
    const { sent } = await openRegister();
    fill({ 'INDOS number (optional)': '24EL0071' });
    fireEvent.click(registerButton());
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

  it.each([
    ['First name', '', 'First Name is required'],
    ['Last name', ' ', 'Last Name is required'],
    ['E-mail', '', 'Email is required'],
    ['E-mail', 'nila@', 'Invalid email format'],
    ['Mobile number', '', 'Mobile number must be exactly 10 digits.'],
    ['Mobile number', '98765000711', 'Mobile number must be exactly 10 digits.'],
    ['WhatsApp number', '987650007', 'Whatsapp number must be exactly 10 digits.'],
    ['Password', 'seven77', 'Password must be at least 8 characters.'],
    ['Confirm password', '', 'Confirm Password is required'],
    ['Confirm password', 'anchor watcH', 'Passwords do not match.'],
    ['Month', '13', 'Enter a day of the calendar, for example 14 6 2003'],
    ['Day', '30', 'Enter a day of the calendar, for example 14 6 2003'],
    ['Year', '2027', 'Date of Birth must be a day in the past'],
  ])('refuses %s as %j', async (label, value, message) => {
    const { sent } = await openRegister();
    fill({ [label]: value });
    fireEvent.click(registerButton());
    const summary = await screen.findByRole('alert');
    expect(summary.textContent).toContain('1 thing to correct');
    expect(within(summary).getByRole('link').textContent).toContain(message);
    expect(screen.getAllByText(message).length).toBeGreaterThan(0);
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
    expect(sent).toEqual([]);
  });

  it('wants a password, and it twice', async () => {
    const { sent } = await openRegister();
    fill({ Password: '' });
    fireEvent.click(registerButton());
    const summary = await screen.findByRole('alert');
    expect(
      within(summary)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Password: Password is required', 'Confirm password: Confirm Password is required']);
    expect(sent).toEqual([]);
  });

  it('wants the terms to be accepted, and shows them in a tab of their own', async () => {
    const { sent } = await openRegister();
    fill();
    fireEvent.click(terms());
    fireEvent.click(registerButton());
    await screen.findByText('You must accept the terms and conditions.');
    expect(sent).toEqual([]);
    const link = screen.getByRole('link', { name: 'terms and conditions' });
    expect(link.getAttribute('href')).toBe('/terms');
    expect(link.getAttribute('target')).toBe('_blank');
  });

  it('says a rule beside its field when the field is left, the day of birth when all three are', async () => {
    const { person } = await openRegister();
    await person.type(field('Mobile number'), '98');
    expect(screen.queryByText('Mobile number must be exactly 10 digits.')).toBeNull();
    await person.tab();
    expect(screen.getByText('Mobile number must be exactly 10 digits.')).toBeTruthy();
    await person.type(field('Day'), '31');
    await person.tab();
    await person.keyboard('2');
    expect(screen.queryByText(/day of the calendar/)).toBeNull();
    await person.tab();
    await person.keyboard('2005');
    await person.tab();
    expect(screen.getByText(/day of the calendar/)).toBeTruthy();
    await person.type(field('Day'), '{Backspace}{Backspace}28');
    expect(screen.queryByText(/day of the calendar/)).toBeNull();
  });

  it.each([
    ['Register', registerButton],
    ['the consent', terms],
    ['Login', () => screen.getByRole('link', { name: 'Login' })],
  ])('stands still while %s is being pressed, whatever is wrong in the field left for it', async (_, pressed) => {
    const { person } = await openRegister();
    await person.type(field('Confirm password'), 'anchor watcH');
    await person.pointer({ keys: '[MouseLeft>]', target: pressed() });
    expect(screen.queryByText('Passwords do not match.')).toBeNull();
    expect(document.activeElement).toBe(field('Confirm password'));
  });

  it('takes the focus to all that is wrong, with a link to each field', async () => {
    const { person } = await openRegister();
    await person.click(registerButton());
    const summary = screen.getByRole('alert');
    expect(summary.textContent).toContain('9 things to correct');
    expect(summary.contains(document.activeElement) || document.activeElement?.contains(summary)).toBe(true);
    await person.click(within(summary).getByRole('link', { name: /^Date of birth/ }));
    expect(document.activeElement).toBe(field('Day'));
  });

  it('suits a phone: keyboards, capitals and words for autofill', async () => {
    await openRegister();
    for (const label of ['Mobile number', 'WhatsApp number', 'Day', 'Month', 'Year'])
      expect(field(label).inputMode).toBe('numeric');
    expect(field('Mobile number').type).toBe('tel');
    expect(field('E-mail').type).toBe('email');
    const words = ['First name', 'E-mail', 'Mobile number', 'Day', 'Month', 'Year', 'Password', 'Confirm password'];
    expect(words.map((label) => field(label).autocomplete)).toEqual([
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

  it('keeps what was typed over a reload, but no password and no consent', async () => {
    const { unmount } = await openRegister();
    fill();
    unmount();
    const kept = Object.values({ ...sessionStorage }).join();
    expect(kept).toContain('Nila.Thomas@example.com');
    expect(kept).not.toContain('anchor watch');
    await openRegister();
    expect(field('E-mail').value).toBe('Nila.Thomas@example.com');
    expect([field('Day').value, field('Month').value, field('Year').value]).toEqual(['28', '2', '2005']);
    expect([field('Password').value, field('Confirm password').value, terms().checked]).toEqual(['', '', false]);
  });
});

describe('a registration', { timeout: 30_000 }, () => {
  it('shows a toast, drops the draft and goes to login after two seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { onRegistered } = await openRegister();
    fill();
    fireEvent.click(registerButton());
    await screen.findByText('You are registered. Log in to book your courses.');
    expect(sessionStorage.length).toBe(0);
    expect(field('E-mail').disabled).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(1500));
    expect(onRegistered).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect(onRegistered).toHaveBeenCalledTimes(1);
  });

  it.each<[string, Answered, string, { status: number | null; code: string | null }]>([
    [
      'a known student',
      refusal(409, 'USER_EXISTS'),
      'User exist with similar details.',
      { status: 409, code: 'USER_EXISTS' },
    ],
    ['another answer', refusal(500, 'INTERNAL_ERROR'), 'Something went wrong', { status: 500, code: 'INTERNAL_ERROR' }],
    ['an answer of another shape', { body: { statusCode: 204 } }, 'Something went wrong', { status: 200, code: null }],
    ['no answer', 'no answer', 'Network error - please check your internet connection', { status: 0, code: null }],
  ])('says what happened after %s, logs it and keeps what was typed', async (_, answer, text, told) => {
    const { report } = await openRegister(answer);
    fill();
    fireEvent.click(registerButton());
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    expect(report).toHaveBeenCalledExactlyOnceWith(expect.any(Error), { source: 'registration', ...told });
    expect(field('E-mail').value).toBe('Nila.Thomas@example.com');
    expect(field('Password').value).toBe('anchor watch');
    expect(registerButton()).toHaveProperty('disabled', false);
  });

  it('says so where the request could not even be made, and logs it', async () => {
    const { report } = await openRegister();
    vi.spyOn(crypto, 'getRandomValues').mockImplementation(() => {
      throw new Error('no entropy');
    });
    fill();
    fireEvent.click(registerButton());
    expect((await screen.findByRole('alert')).textContent).toContain('Error processing your request');
    expect(report).toHaveBeenCalledExactlyOnceWith(expect.any(Error), {
      source: 'registration',
      status: null,
      code: null,
    });
    vi.restoreAllMocks();
  });

  it('shows what the server says of a field', async () => {
    const dob = 'Date of Birth must be a day in the past';
    const { body } = refusal(400, 'INVALID_REQUEST') as { body: object };
    await openRegister({ status: 400, body: { ...body, fields: { dob } } });
    fill();
    fireEvent.click(registerButton());
    await screen.findAllByText(dob);
    expect(field('Day').getAttribute('aria-invalid')).toBe('true');
  });

  it('says when to try again where there were too many', async () => {
    await openRegister(refusal(429, 'RATE_LIMITED', 'Too many requests. Please try again in 1 minute.'));
    fill();
    fireEvent.click(registerButton());
    await screen.findByText('Too many requests. Please try again in 1 minute.');
  });

  it('is repeated under its key after a lost reply, also after a reload, and under another when it changes', async () => {
    const first = await openRegister('no answer');
    fill();
    fireEvent.click(registerButton());
    await screen.findByRole('alert');
    first.unmount();
    const again = await openRegister('no answer');
    fill({ Password: 'anchor watch' });
    fireEvent.click(registerButton());
    await screen.findByRole('alert');
    fill({ 'First name': 'Nilima' });
    fireEvent.click(registerButton());
    await waitFor(() => expect(again.sent).toHaveLength(2));
    const keys = [...first.sent, ...again.sent].map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});
