import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { connection } from '../../../../src/offline/page-connection.ts';
import { ProfileSheet } from '../../../../src/student/profile/profile-sheet.tsx';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { profile } from '../../checkout/orders.ts';

async function openSheet() {
  const onClose = vi.fn();
  const { api } = answeringApi({});
  const drawn = await renderInPage(
    <ProfileSheet
      student={profile()}
      isOpen
      isSaving={false}
      hasConflict={false}
      failure={null}
      from="/profile"
      onSave={vi.fn()}
      onClose={onClose}
    />,
    { api, at: '/profile' },
  );
  return { ...drawn, onClose, person: userEvent.setup() };
}

const type = (text: string) => fireEvent.change(screen.getByLabelText(/Last name/), { target: { value: text } });
/** The router decides in a turn of its own, which a busy machine delays. */
const asking = () => screen.findByRole('dialog', { name: 'Discard your changes?' }, { timeout: 10_000 });
const question = () => screen.queryByRole('dialog', { name: 'Discard your changes?' });

afterEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
});

describe('the sheet Edit Profile', () => {
  it.each(['Cancel', 'Close', 'Escape'])('closes at once by %s while nothing was changed', async (way) => {
    const { person, onClose } = await openSheet();
    if (way === 'Escape') await person.keyboard('{Escape}');
    else await person.click(screen.getByRole('button', { name: way }));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(question()).toBeNull();
  });

  it.each(['Cancel', 'Close', 'Escape'])('asks by %s before it gives up what was typed', async (way) => {
    const { person, onClose } = await openSheet();
    type('Nair Menon');
    if (way === 'Escape') await person.keyboard('{Escape}');
    else await person.click(screen.getByRole('button', { name: way }));
    const asked = await asking();
    expect(onClose).not.toHaveBeenCalled();
    await person.click(within(asked).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(question()).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>(/Last name/).value).toBe('Nair Menon');
    expect(sessionStorage.length).toBe(1);
  });

  it('keeps the sheet when Escape answers the question', async () => {
    const { person, onClose } = await openSheet();
    type('Nair Menon');
    await person.keyboard('{Escape}');
    await asking();
    await person.keyboard('{Escape}');
    await waitFor(() => expect(question()).toBeNull());
    expect(onClose).not.toHaveBeenCalled();
  });

  it('forgets what was typed when it is discarded', async () => {
    const { person, onClose } = await openSheet();
    type('Nair Menon');
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    await person.click(within(await asking()).getByRole('button', { name: 'Discard changes' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(sessionStorage.length).toBe(0);
  });

  it('asks before another page or tab is opened, and opens it when the changes are discarded', async () => {
    const { person, router, onClose } = await openSheet();
    type('Nair Menon');
    act(() => void router.navigate({ href: '/profile?tab=wallet' }));
    const asked = await asking();
    expect(router.state.location.href).toBe('/profile');
    await person.click(within(asked).getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(router.state.location.href).toBe('/profile?tab=wallet'));
    expect(onClose).toHaveBeenCalled();
  });

  it('stays where it is when the changes are kept', async () => {
    const { person, router } = await openSheet();
    type('Nair Menon');
    act(() => void router.navigate({ href: '/courses-list' }));
    await person.click(within(await asking()).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(question()).toBeNull());
    expect(router.state.location.href).toBe('/profile');
  });

  it('lets through to the login screen, where the draft waits', async () => {
    const { router } = await openSheet();
    type('Nair Menon');
    await act(() => router.navigate({ href: '/login?from=/profile' }));
    expect(router.state.location.pathname).toBe('/login');
    expect(sessionStorage.length).toBe(1);
  });

  it('says what becomes of what is typed while the connection is gone', async () => {
    vi.spyOn(connection, 'state', 'get').mockReturnValue('offline');
    await openSheet();
    type('Nair Menon');
    expect(screen.getByText('Saving waits for the connection')).toBeTruthy();
    expect(screen.getByText('What you type is kept in this tab. Save when you are back online.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/Last name/).value).toBe('Nair Menon');
  });
});
