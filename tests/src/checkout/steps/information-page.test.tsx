import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { paths } from '../../../../contract/pages.ts';
import { refusal } from '../../../support/answers.ts';
import { type Answers, openCheckout } from '../open-checkout.tsx';
import { order, profile, studentId } from '../orders.ts';

const save = `PUT /api/users/student/${studentId}`;

async function openInformation(answers: Answers = {}) {
  const opened = await openCheckout({ at: paths.checkoutInformation, answers });
  await screen.findByRole('heading', { level: 1, name: 'Review and Confirm Your Details' });
  return opened;
}

async function openForm(answers: Answers = {}) {
  const opened = await openInformation(answers);
  await opened.person.click(await screen.findByRole('button', { name: 'Edit' }));
  return { ...opened, form: await screen.findByRole('form', { name: 'Your details' }) };
}

afterEach(() => {
  sessionStorage.clear();
  vi.useRealTimers();
});

describe('the details page of checkout', () => {
  it('the details page of checkout shows the student’s details and leads on to the review page', async () => {
    const { person, router } = await openInformation();
    expect(await screen.findByText('14 Jun 2003')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Proceed' }));
    await screen.findByRole('heading', { level: 1, name: 'Review Your Order' });
    expect(router.state.location.pathname).toBe(paths.checkoutReview);
  });

  it('the details page of checkout names missing details and disables Proceed', async () => {
    const incomplete = profile({ email: null, whatsapp_number: null });
    await openInformation({ 'GET /api/users/student': { body: { statusCode: 200, data: { users: [incomplete] } } } });
    const title = await screen.findByText('Some details are missing');
    expect(title.parentElement?.textContent).toContain('To book we need: email, whatsapp number.');
    expect(screen.getByRole('button', { name: 'Proceed' }).hasAttribute('disabled')).toBe(true);
  });

  it('pressing a missing detail on the details page of checkout opens the form and focuses its field', async () => {
    const incomplete = profile({ email: null, dob: null });
    const { person } = await openInformation({
      'GET /api/users/student': { body: { statusCode: 200, data: { users: [incomplete] } } },
    });
    await person.click(await screen.findByRole('button', { name: 'date of birth' }));
    const form = await screen.findByRole('form', { name: 'Your details' });
    await vi.waitFor(() => expect(document.activeElement).toBe(within(form).getByLabelText('Day')));
  });

  it('Cancel in the details form of checkout reloads the details and moves the focus back to the missing detail that opened the form', async () => {
    let dob: string | null = '2003-06-14';
    const load = () => ({ body: { statusCode: 200, data: { users: [profile({ email: null, dob })] } } });
    const { person } = await openInformation({ 'GET /api/users/student': load });
    const email = await screen.findByRole('button', { name: 'email' });
    await person.click(email);
    const form = await screen.findByRole('form', { name: 'Your details' });
    dob = null;
    await person.click(within(form).getByRole('button', { name: 'Cancel' }));
    await screen.findByRole('button', { name: 'date of birth' });
    await vi.waitFor(() => expect(document.activeElement).toBe(email));
  });

  it('saving the details in checkout reads the list of documents again, because changed names put documents back to review', async () => {
    const { person, form, sent } = await openForm({ [save]: { body: { statusCode: 200 } } });
    const reads = () => sent.filter(({ url }) => url === '/api/users/student/documents').length;
    await vi.waitFor(() => expect(reads()).toBe(1));
    await person.click(within(form).getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(reads()).toBe(2));
  });

  it('the details page of checkout offers a retry when the details cannot be loaded', async () => {
    let isUp = false;
    let loads = 0;
    const { person } = await openInformation({
      'GET /api/users/student': () => {
        loads += 1;
        return isUp ? { body: { statusCode: 200, data: { users: [profile()] } } } : refusal(404, 'NOT_FOUND');
      },
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Your details could not be loaded.');
    expect(loads, 'calls before the retry').toBe(1);
    isUp = true;
    await person.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('14 Jun 2003')).toBeTruthy();
  });

  it('when the server finds another user with similar data, the details form of checkout says so and keeps the typed values', async () => {
    const { person, form } = await openForm({ [save]: refusal(409, 'USER_EXISTS') });
    fireEvent.change(within(form).getByLabelText(/Mobile number/), { target: { value: '9876500002' } });
    await person.click(within(form).getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog', { name: 'Conflict' });
    expect(dialog.textContent).toContain('Another user exists with similar data.');
    await person.click(within(dialog).getByRole('button', { name: 'Back to the form' }));
    expect(within(form).getByLabelText<HTMLInputElement>(/Mobile number/).value).toBe('9876500002');
  });

  it('the details form of checkout shows a server error and keeps the typed values', async () => {
    const { person, form } = await openForm({ [save]: refusal(500, 'INTERNAL_ERROR') });
    fireEvent.change(within(form).getByLabelText(/Last name/), { target: { value: 'Nair Menon' } });
    await person.click(within(form).getByRole('button', { name: 'Save' }));
    expect(await within(form).findByText('Something went wrong.')).toBeTruthy();
    expect(within(form).getByLabelText<HTMLInputElement>(/Last name/).value).toBe('Nair Menon');
  });

  it('saving the details form of checkout sends an idempotency key and leads back to the details page', async () => {
    const { person, form, sent } = await openForm({ [save]: { body: { statusCode: 200 } } });
    fireEvent.change(within(form).getByLabelText(/Last name/), { target: { value: 'Nair Menon' } });
    await person.click(within(form).getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'Proceed' });
    const call = sent.find(({ method }) => method === 'PUT');
    expect(call?.body).toEqual({ last_name: 'Nair Menon' });
    expect(call?.headers.get('idempotency-key')).toBeTruthy();
  });
});

it('the details page of checkout has no Proceed button while a payment is pending', async () => {
  const pending = order({ final_payment_status: 'PROCESSING', state: 'awaiting_payment', is_payment_pending: true });
  await openInformation({ 'GET /api/users/student/orders': { body: { statusCode: 200, data: [pending] } } });
  expect(await screen.findByText('Payment pending, do not pay again')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Recheck Payment' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Proceed' })).toBeNull();
});

describe('checkout of a signed-out visitor', () => {
  it('checkout sends a signed-out visitor to login, with the URL to return to', async () => {
    vi.useFakeTimers();
    const { router } = await openCheckout({ at: paths.checkoutReview, isSignedIn: false });
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.getByText('Login to continue your booking')).toBeTruthy();
    expect(router.state.location.pathname).toBe(paths.checkoutReview);
    await act(() => vi.advanceTimersByTimeAsync(1500));
    expect(router.state.location.pathname).toBe(paths.login);
    expect(router.state.location.search).toEqual({ from: paths.checkoutReview });
  });

  it('checkout asks the student to log in when saving the details finds that the session has expired', async () => {
    let isSignedIn = true;
    const { person } = await openInformation({
      'POST /api/auth/verify/login/status': () =>
        isSignedIn
          ? { body: { statusCode: 200, user: { id: studentId, name: 'Asha Nair', image: null } } }
          : refusal(401, 'UNAUTHORIZED_REQUEST'),
      [save]: refusal(401, 'UNAUTHORIZED_REQUEST'),
    });
    await person.click(await screen.findByRole('button', { name: 'Edit' }));
    isSignedIn = false;
    await person.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Login to continue your booking')).toBeTruthy();
  });
});
