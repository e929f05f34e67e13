import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { connection } from '../../../../../src/offline/connection/page-connection.ts';
import { ProfileSheet } from '../../../../../src/student/profile/form/profile-sheet.tsx';
import { answeringApi } from '../../../../support/answers.ts';
import { renderInPage } from '../../../../support/in-page.tsx';
import { profile } from '../../../checkout/orders.ts';

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
  return { ...drawn, onClose, person: userEvent.setup({ delay: null }) };
}

const changeLastName = (text: string) =>
  fireEvent.change(screen.getByLabelText(/Last name/), { target: { value: text } });
/** Waits for the confirmation dialog, which the router opens asynchronously. */
const findQuestion = () => screen.findByRole('dialog', { name: 'Discard your changes?' }, { timeout: 10_000 });
const queryQuestion = () => screen.queryByRole('dialog', { name: 'Discard your changes?' });

afterEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
});

describe('the profile sheet', () => {
  it.each(['Cancel', 'Close', 'Escape'])(
    'pressing %s closes the profile sheet at once when nothing was changed',
    async (way) => {
      const { person, onClose } = await openSheet();
      if (way === 'Escape') await person.keyboard('{Escape}');
      else await person.click(screen.getByRole('button', { name: way }));
      expect(onClose).toHaveBeenCalledTimes(1);
      expect(queryQuestion()).toBeNull();
    },
  );

  it.each(['Cancel', 'Close', 'Escape'])(
    'pressing %s asks for confirmation before the profile sheet discards changes',
    async (way) => {
      const { person, onClose } = await openSheet();
      changeLastName('Nair Menon');
      if (way === 'Escape') await person.keyboard('{Escape}');
      else await person.click(screen.getByRole('button', { name: way }));
      const dialog = await findQuestion();
      expect(onClose).not.toHaveBeenCalled();
      await person.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
      await waitFor(() => expect(queryQuestion()).toBeNull());
      expect(screen.getByLabelText<HTMLInputElement>(/Last name/).value).toBe('Nair Menon');
      expect(sessionStorage.length).toBe(1);
    },
  );

  it('Escape closes the confirmation to discard changes, but not the profile sheet behind it', async () => {
    const { person, onClose } = await openSheet();
    changeLastName('Nair Menon');
    await person.keyboard('{Escape}');
    await findQuestion();
    await person.keyboard('{Escape}');
    await waitFor(() => expect(queryQuestion()).toBeNull());
    expect(onClose).not.toHaveBeenCalled();
  });

  it('the button “Discard changes” closes the profile sheet and deletes the draft of the profile', async () => {
    const { person, onClose } = await openSheet();
    changeLastName('Nair Menon');
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    await person.click(within(await findQuestion()).getByRole('button', { name: 'Discard changes' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(sessionStorage.length).toBe(0);
  });

  it('a student with unsaved profile changes can leave the page only after choosing “Discard changes”', async () => {
    const { person, router, onClose } = await openSheet();
    changeLastName('Nair Menon');
    act(() => void router.navigate({ href: '/profile?tab=wallet' }));
    const dialog = await findQuestion();
    expect(router.state.location.href).toBe('/profile');
    await person.click(within(dialog).getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(router.state.location.href).toBe('/profile?tab=wallet'));
    expect(onClose).toHaveBeenCalled();
  });

  it('the button “Keep editing” keeps a student with unsaved profile changes on the page', async () => {
    const { person, router } = await openSheet();
    changeLastName('Nair Menon');
    act(() => void router.navigate({ href: '/courses-list' }));
    await person.click(within(await findQuestion()).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(queryQuestion()).toBeNull());
    expect(router.state.location.href).toBe('/profile');
  });

  it('a student with unsaved profile changes can go to the login page without a confirmation, because the draft stays stored', async () => {
    const { router } = await openSheet();
    changeLastName('Nair Menon');
    await act(() => router.navigate({ href: '/login?from=/profile' }));
    expect(router.state.location.pathname).toBe('/login');
    expect(sessionStorage.length).toBe(1);
  });

  it('while offline, the profile sheet says that changes stay in the browser tab and can be saved later', async () => {
    vi.spyOn(connection, 'state', 'get').mockReturnValue('offline');
    await openSheet();
    changeLastName('Nair Menon');
    expect(screen.getByText('You are offline, so you cannot save')).toBeTruthy();
    expect(
      screen.getByText('What you type is saved in this tab. You can save your profile when you are back online.'),
    ).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/Last name/).value).toBe('Nair Menon');
  });
});
