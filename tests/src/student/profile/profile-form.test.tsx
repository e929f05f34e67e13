import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ProfileFailure } from '../../../../src/student/profile/profile-failure.ts';
import { ProfileForm } from '../../../../src/student/profile/profile-form.tsx';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { profile } from '../../checkout/orders.ts';

async function openForm(failure: ProfileFailure | null = null) {
  const onSave = vi.fn();
  const onCancel = vi.fn();
  const { api } = answeringApi({});
  const drawn = await renderInPage(
    <ProfileForm
      student={profile()}
      isSaving={false}
      hasConflict={false}
      failure={failure}
      from="/profile"
      onSave={onSave}
      onCancel={onCancel}
    />,
    { api },
  );
  return { ...drawn, onSave, onCancel, person: userEvent.setup() };
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const saveButton = () => screen.getByRole('button', { name: 'Save' });

afterEach(() => sessionStorage.clear());

describe('the profile form', () => {
  it.each([
    [/First name/, '', 'First Name is required'],
    [/Last name/, '', 'Last Name is required'],
    [/E-mail/, '', 'Email is required'],
    [/E-mail/, 'asha@', 'Invalid email format'],
    [/Mobile number/, '98765', 'Phone number must be 10 digits'],
    [/WhatsApp number/, '98765', 'WhatsApp number must be 10 digits'],
    [/Date of birth/, '', 'Date of Birth is required'],
  ])('checks %s as %o on blur', async (label, text, message) => {
    const { person } = await openForm();
    await person.click(field(label));
    fireEvent.change(field(label), { target: { value: text } });
    await person.tab();
    expect(screen.getByText(message)).toBeTruthy();
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
  });

  it('checks while typing', async () => {
    const { person } = await openForm();
    await person.type(field(/Mobile number/), '0');
    expect(screen.getByText('Phone number must be 10 digits')).toBeTruthy();
    await person.type(field(/Mobile number/), '{Backspace}');
    expect(screen.queryByText('Phone number must be 10 digits')).toBeNull();
  });

  it('checks all on Save, lists the faults with links, and opens a folded part for its field', async () => {
    const { person, onSave } = await openForm();
    await person.clear(field(/First name/));
    const [pincode] = screen.getAllByLabelText<HTMLInputElement>(/Pincode/);
    if (pincode) await person.type(pincode, '12');
    await person.click(saveButton());
    expect(onSave).not.toHaveBeenCalled();
    const summary = screen.getByRole('alert');
    expect(summary.textContent).toContain('2 things to correct');
    await person.click(within(summary).getByRole('link', { name: 'Pincode: Pincode must be 6 digits' }));
    expect(document.activeElement).toBe(pincode);
    expect(pincode?.closest('details')?.open).toBe(true);
  });

  it('sends trimmed fields, the optional ones too', async () => {
    const { person, onSave } = await openForm();
    await person.type(field(/First name/), ' ');
    await person.click(saveButton());
    expect(onSave).toHaveBeenCalledWith(
      expect.objectContaining({ first_name: 'Asha', passport_number: '', pincode: '' }),
    );
  });

  it('offers the right keyboards and autofill', async () => {
    await openForm();
    expect(field(/Mobile number/).inputMode).toBe('numeric');
    expect(field(/E-mail/).type).toBe('email');
    expect(field(/Date of birth/).autocomplete).toBe('bday');
  });

  it('keeps what was typed over a reload, and drops it on Cancel', async () => {
    const { unmount } = await openForm();
    fireEvent.change(field(/Last name/), { target: { value: 'Nair Menon' } });
    unmount();
    const again = await openForm();
    expect(field(/Last name/).value).toBe('Nair Menon');
    await again.person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(again.onCancel).toHaveBeenCalled();
    expect(sessionStorage.length).toBe(0);
  });

  it('shows what the server says of a field, and where to sign in again', async () => {
    await openForm({
      text: 'Something went wrong.',
      advice: 'Please sign in again to change your e-mail or phone numbers.',
      needsSignIn: true,
      fields: { dob: 'Date of Birth must be a day in the past' },
    });
    expect(screen.getAllByText(/Date of Birth must be a day in the past/).length).toBeGreaterThan(0);
    const link = screen.getByRole('link', { name: 'Sign in again and come back' });
    expect(link.getAttribute('href')).toContain('/login?from=');
  });
});
