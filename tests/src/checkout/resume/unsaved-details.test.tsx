import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paths } from '../../../../contract/pages.ts';
import { deviceStore } from '../../../../src/offline/saved/device-store.ts';
import { subject } from '../../../../src/offline/session/subject.ts';
import { openCheckout } from '../open-checkout.tsx';
import { studentId } from '../orders.ts';

beforeEach(() => subject.enter(studentId));
afterEach(async () => {
  vi.restoreAllMocks();
  await deviceStore.deleteStudent(studentId);
});

const findForm = () => screen.findByRole('form', { name: 'Your details' });
const lastName = (form: HTMLElement) => within(form).getByLabelText<HTMLInputElement>(/Last name/);
const savedDraft = async () => {
  const saved = await deviceStore.get(studentId, ['checkout', studentId]);
  return (saved as { state: { context: { draft: { last_name?: string } } } } | undefined)?.state.context.draft;
};

it('when the app is reopened, student details whose saving got no response are in the form again, but are not sent automatically', async () => {
  const save = `PUT /api/users/student/${studentId}`;
  const first = await openCheckout({ at: paths.checkoutInformation, answers: { [save]: 'no answer' } });
  await first.person.click(await screen.findByRole('button', { name: 'Edit' }));
  const form = await findForm();
  fireEvent.change(lastName(form), { target: { value: 'Nair Menon' } });
  await first.person.click(within(form).getByRole('button', { name: 'Save' }));
  await within(form).findByText('Nothing you typed is lost.');
  await waitFor(async () => expect((await savedDraft())?.last_name).toBe('Nair Menon'));
  cleanup();
  sessionStorage.clear();

  const { sent } = await openCheckout({ at: paths.checkoutInformation });
  const again = await findForm();
  expect(lastName(again).value).toBe('Nair Menon');
  expect(within(again).getByText('Nothing you typed is lost.')).toBeTruthy();
  expect(sent.filter(({ method }) => method === 'PUT')).toEqual([]);
});
