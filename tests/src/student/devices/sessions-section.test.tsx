import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { connection } from '../../../../src/offline/connection/page-connection.ts';
import { SessionsSection } from '../../../../src/student/devices/sessions-section.tsx';
import { ToastHost } from '../../../../src/ui/toasts/toast-host.tsx';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { studentId } from '../../checkout/orders.ts';

const times = { signed_in_at: '2026-03-01T04:00:00.000Z', last_seen_at: '2026-03-10T06:30:00.000Z' };
const here = { id: '6f1c2a34-7a10-4b5e-9d55-0f6f6b1f0001', device: 'Chrome on Android', is_current: true, ...times };
const there = { ...here, id: '6f1c2a34-7a10-4b5e-9d55-0f6f6b1f0002', device: 'Firefox on Windows', is_current: false };
const third = { ...there, id: '6f1c2a34-7a10-4b5e-9d55-0f6f6b1f0003', device: 'Safari on iPhone' };
const listed = (...devices: object[]): Answered => ({ body: { statusCode: 200, data: devices } });

async function openSection(answers: { list: Answered; end?: Answered }) {
  const { api, sent } = answeringApi({
    'GET /api/users/student/sessions': answers.list,
    'DELETE /api/users/student/sessions': answers.end ?? listed(here),
  });
  const section = (
    <>
      <SessionsSection studentId={studentId} phone={null} />
      <ToastHost />
    </>
  );
  await renderInPage(section, { api });
  const ended = () => sent.filter(({ method }) => method === 'DELETE').map(({ body }) => body);
  return { ended, person: userEvent.setup({ delay: null }) };
}

describe('where the student is logged in', () => {
  it('the list of signed-in devices marks this device and shows when the other devices were last used', async () => {
    await openSection({ list: listed(here, there) });
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first?.textContent).toContain('Chrome on AndroidThis deviceSigned in 1 Mar 2026, 09:30');
    expect(second?.textContent).toContain('Firefox on WindowsLast used 10 Mar 2026, 12:00');
    expect(within(first as HTMLElement).queryByRole('button')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Log out all other devices' })).toBeNull();
  });

  it('another device is logged out only after a confirmation, and then disappears from the list of signed-in devices', async () => {
    const { ended, person } = await openSection({ list: listed(here, there) });
    await person.click(await screen.findByRole('button', { name: 'Log out Firefox on Windows' }));
    const dialog = await screen.findByRole('dialog', { name: 'Log out Firefox on Windows?' });
    expect(ended()).toEqual([]);
    await person.click(within(dialog).getByRole('button', { name: 'Log out' }));
    await screen.findByText('Device logged out.');
    expect(ended()).toEqual([{ id: there.id }]);
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list')));
  });

  it('pressing Cancel in the dialog to log out a device logs no device out', async () => {
    const { ended, person } = await openSection({ list: listed(here, there) });
    await person.click(await screen.findByRole('button', { name: 'Log out Firefox on Windows' }));
    await person.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(ended()).toEqual([]);
  });

  it('a student can log out all other devices at once', async () => {
    const { ended, person } = await openSection({ list: listed(here, there, third) });
    await person.click(await screen.findByRole('button', { name: 'Log out all other devices' }));
    const dialog = await screen.findByRole('dialog', { name: 'Log out all other devices?' });
    await person.click(within(dialog).getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(ended()).toEqual([{}]));
  });

  it('a toast reports that another device could not be logged out', async () => {
    const { person } = await openSection({ list: listed(here, there), end: 'no answer' });
    await person.click(await screen.findByRole('button', { name: 'Log out Firefox on Windows' }));
    const dialog = await screen.findByRole('dialog');
    await person.click(within(dialog).getByRole('button', { name: 'Log out' }));
    await screen.findByText('Unable to log out. Try again.');
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });

  it('while the server does not respond, a message says that the list of signed-in devices will be loaded later', async () => {
    vi.stubGlobal('fetch', async () => new Response('Bad gateway', { status: 502 }));
    await act(() => connection.probe());
    await openSection({ list: 'no answer' });
    await screen.findByText('It will be loaded when our server answers again.', {}, { timeout: 3000 });
    act(() => connection.report('ours'));
    vi.unstubAllGlobals();
  });

  it('the list of signed-in devices shows a retry button when it cannot be loaded', async () => {
    await openSection({ list: refusal(400, 'INVALID_REQUEST') });
    await screen.findByText('Your devices could not be loaded.');
    await screen.findByRole('button', { name: 'Try again' });
  });
});
