import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Student } from '../../../../contract/student.ts';
import { connection } from '../../../../src/offline/connection/page-connection.ts';
import { ProfileView } from '../../../../src/student/profile/profile-view.tsx';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { mediaQuery } from '../../../support/media-query.ts';
import { profile } from '../../checkout/orders.ts';

async function openView(student: Partial<Student> = {}) {
  const { api } = answeringApi({});
  const view = <ProfileView student={profile(student)} lastUpdated="21 Nov 2026, 14:05" />;
  const drawn = await renderInPage(view, { api });
  return { ...drawn, person: userEvent.setup({ delay: null }) };
}

const sectionButton = (name: string) => within(screen.getByRole('heading', { level: 2, name })).getByRole('button');
const sheet = () => screen.queryByRole('dialog', { name: 'Edit Profile' });
const withAddress = { city: 'Chennai', pincode: '600013' };

afterEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
});

describe('the profile view', () => {
  it('on a phone, only the first section of the profile view is open, and a tap opens or closes a section', async () => {
    const { person } = await openView(withAddress);
    expect(sectionButton('Personal details').getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByText('asha.nair@example.com')).toBeTruthy();
    expect(sectionButton('Address').getAttribute('aria-expanded')).toBe('false');
    await person.click(sectionButton('Address'));
    const address = screen.getByRole('region', { name: 'Address' });
    expect(within(address).getByText('Chennai, 600013')).toBeTruthy();
    await person.click(sectionButton('Personal details'));
    expect(sectionButton('Personal details').getAttribute('aria-expanded')).toBe('false');
  });

  it('on a desktop, all three sections of the profile view are open', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => mediaQuery(query, query.includes('min-width')));
    await openView();
    for (const name of ['Personal details', 'Address', 'Experience'])
      expect(sectionButton(name).getAttribute('aria-expanded')).toBe('true');
  });

  it('the profile view shows the student’s work experience, or that there is none', async () => {
    const sailed = { position: 'Deck Cadet', company: 'Coromandel', period: '2024', description: 'Bridge watches.' };
    const { person, unmount } = await openView({ experience: [sailed] });
    await person.click(sectionButton('Experience'));
    expect(screen.getByRole('heading', { name: 'Deck Cadet' })).toBeTruthy();
    expect(screen.getByText('Coromandel, 2024')).toBeTruthy();
    unmount();
    await openView();
    expect(screen.getByText('No experience added yet.')).toBeTruthy();
  });

  it('the profile view shows the percentage to which the profile is complete', async () => {
    await openView({ passport_number: 'P1', ...withAddress });
    const bar = screen.getByRole('progressbar', { name: /Profile \d+% complete/ });
    expect(bar.getAttribute('value')).toBe('35');
    expect(screen.getByText('11 things are missing')).toBeTruthy();
  });

  it('choosing a missing item in the profile view opens the profile form with the focus in the item’s field', async () => {
    const { person } = await openView(withAddress);
    await person.click(screen.getByText(/things are missing/));
    await person.click(screen.getByRole('button', { name: 'Police station' }));
    const form = within(await screen.findByRole('form', { name: 'Your details' }));
    expect(form.getByRole('tabpanel', { name: 'Address' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(form.getAllByLabelText(/Police station/)[0]));
    await person.keyboard('{Escape}');
    await waitFor(() => expect(sheet()).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Profile' })));
  });

  it('choosing the missing item “Experience” in the profile view opens the form with the focus on “Add experience”', async () => {
    const { person } = await openView(withAddress);
    await person.click(screen.getByText(/things are missing/));
    await person.click(within(screen.getByRole('list')).getByRole('button', { name: 'Experience' }));
    const add = await screen.findByRole('button', { name: 'Add experience' });
    await waitFor(() => expect(document.activeElement).toBe(add));
  });

  it('the profile view says that there are unsaved changes, and “Edit Profile” restores these changes in the form', async () => {
    const { person, unmount } = await openView();
    await person.click(screen.getByRole('button', { name: 'Edit Profile' }));
    fireEvent.change(await screen.findByLabelText(/Last name/), { target: { value: 'Nair Menon' } });
    unmount();
    await openView();
    expect(screen.getByText('You have unsaved changes')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Edit Profile' }));
    expect((await screen.findByLabelText<HTMLInputElement>(/Last name/)).value).toBe('Nair Menon');
  });
});

describe('the profile view offline', () => {
  it('offline, the profile view shows when it was last updated and why editing is disabled', async () => {
    vi.spyOn(connection, 'state', 'get').mockReturnValue('offline');
    const { person } = await openView(withAddress);
    expect(screen.getByText('asha.nair@example.com')).toBeTruthy();
    const edit = screen.getByRole<HTMLButtonElement>('button', { name: 'Edit Profile' });
    const reason = document.getElementById(edit.getAttribute('aria-describedby') ?? '');
    expect(edit.disabled).toBe(true);
    expect(reason?.textContent).toBe(
      'You can edit your profile when you are back online. Last updated: 21 Nov 2026, 14:05.',
    );
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add picture' }).disabled).toBe(true);
    await person.click(screen.getByText(/things are missing/));
    expect(screen.queryByRole('button', { name: 'Police station' })).toBeNull();
    expect(screen.getByText('Police station')).toBeTruthy();
  });
});
