import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Student } from '../../../../contract/student.ts';
import type { ProfileFailure } from '../../../../src/student/profile/profile-failure.ts';
import type { FormStart } from '../../../../src/student/profile/profile-fields.ts';
import { ProfileSheet } from '../../../../src/student/profile/profile-sheet.tsx';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { profile } from '../../checkout/orders.ts';

const sailed = { position: 'Deck Cadet', company: 'Coromandel', period: '2024', description: 'Watches.' };

type Opening = { failure?: ProfileFailure | null; student?: Partial<Student>; start?: FormStart };

async function openForm({ failure = null, student = {}, start }: Opening = {}) {
  const onSave = vi.fn();
  const onClose = vi.fn();
  const { api } = answeringApi({});
  const drawn = await renderInPage(
    <ProfileSheet
      student={profile(student)}
      isOpen
      {...(start ? { start } : {})}
      isSaving={false}
      hasConflict={false}
      failure={failure}
      from="/profile"
      onSave={onSave}
      onClose={onClose}
    />,
    { api },
  );
  // The sheet takes the focus a moment after it opens.
  await vi.waitFor(() => expect(document.activeElement === document.body).toBe(false), 5000);
  return { ...drawn, onSave, onClose, person: userEvent.setup() };
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const fields = (label: RegExp) => screen.getAllByLabelText<HTMLInputElement>(label);
const saveButton = () => screen.getByRole('button', { name: 'Save' });
const tab = (name: RegExp) => screen.getByRole('tab', { name });
const typed = (input: HTMLElement | undefined, text: string) => {
  if (!input) throw new Error('no such field');
  fireEvent.change(input, { target: { value: text } });
};

afterEach(() => sessionStorage.clear());

describe('the profile form', () => {
  it.each([
    [/First name/, '', 'First Name is required'],
    [/Last name/, '', 'Last Name is required'],
    [/E-mail/, '', 'Email is required'],
    [/E-mail/, 'asha@', 'Invalid email format'],
    [/Mobile number/, '', 'Phone number must be 10 digits'],
    [/Mobile number/, '98765', 'Phone number must be 10 digits'],
    [/Mobile number/, '98765000011', 'Phone number must be 10 digits'],
    [/WhatsApp number/, '98765', 'WhatsApp number must be 10 digits'],
    [/Date of birth/, '', 'Date of Birth is required'],
    [/First name/, 'x'.repeat(201), 'At most 200 characters'],
  ])('checks %s as %o on blur', async (label, text, message) => {
    const { person } = await openForm();
    await person.click(field(label));
    typed(field(label), text);
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

  it('stands in three tabs, which arrow keys go along', async () => {
    const { person } = await openForm();
    const names = screen.getAllByRole('tab').map(({ textContent }) => textContent?.trim());
    expect(names).toEqual(['Personal', 'Address', 'Experience']);
    tab(/Personal/).focus();
    await person.keyboard('{ArrowRight}');
    expect(screen.getByRole('tabpanel', { name: 'Address' })).toBeTruthy();
    await person.keyboard('{End}');
    expect(document.activeElement).toBe(tab(/Experience/));
    expect(screen.queryByRole('tabpanel', { name: 'Personal' })).toBeNull();
  });

  it('marks a tab with faults, and its error summary leads to the field there', async () => {
    const { person, onSave } = await openForm();
    await person.clear(field(/First name/));
    const [pincode] = fields(/Pincode/);
    typed(pincode, '12');
    expect(tab(/Address/).textContent).toBe('Address 1 to correct');
    await person.click(saveButton());
    expect(onSave).not.toHaveBeenCalled();
    const summary = screen.getByRole('alert');
    expect(summary.textContent).toContain('2 things to correct');
    expect(summary.contains(document.activeElement) || document.activeElement?.contains(summary)).toBe(true);
    await person.click(within(summary).getByRole('link', { name: 'Pincode: Pincode must be 6 digits' }));
    expect(screen.getByRole('tabpanel', { name: /Address/ })).toBeTruthy();
    expect(document.activeElement).toBe(pincode);
  });

  it('sends trimmed fields, the optional ones too', async () => {
    const { person, onSave } = await openForm({ student: { experience: [sailed] } });
    await person.type(field(/First name/), ' ');
    await person.click(saveButton());
    expect(onSave).toHaveBeenCalledWith(
      expect.objectContaining({ first_name: 'Asha', passport_number: '', pincode: '', experience: [sailed] }),
    );
  });

  it('offers the right keyboards and autofill', async () => {
    await openForm();
    expect(field(/Mobile number/).inputMode).toBe('numeric');
    expect(field(/E-mail/).type).toBe('email');
    expect(field(/Date of birth/).autocomplete).toBe('bday');
  });

  it('opens at the field that is meant', async () => {
    await openForm({ start: { tab: 'address', field: 'city' } });
    await vi.waitFor(() => expect(document.activeElement).toBe(fields(/City/)[0]));
  });

  it('keeps what was typed over a reload', async () => {
    const { unmount } = await openForm();
    typed(field(/Last name/), 'Nair Menon');
    unmount();
    await openForm();
    expect(field(/Last name/).value).toBe('Nair Menon');
  });

  it('keeps no draft of what was typed and taken back', async () => {
    await openForm();
    typed(field(/Last name/), 'Nair Menon');
    expect(sessionStorage.length).toBe(1);
    typed(field(/Last name/), 'Nair');
    expect(sessionStorage.length).toBe(0);
  });

  it('shows what the server says of a field, and where to sign in again', async () => {
    await openForm({
      failure: {
        text: 'Something went wrong.',
        advice: 'Please sign in again to change your e-mail or phone numbers.',
        needsSignIn: true,
        fields: { dob: 'Date of Birth must be a day in the past' },
      },
    });
    expect(screen.getAllByText(/Date of Birth must be a day in the past/).length).toBeGreaterThan(0);
    const link = screen.getByRole('link', { name: 'Sign in again and come back' });
    expect(link.getAttribute('href')).toContain('/login?from=');
  });
});

describe('the correspondence address', () => {
  const same = () => screen.getByLabelText<HTMLInputElement>('Same as permanent address');

  it('copies the permanent one, follows it, cannot be typed in meanwhile, and is sent as it', async () => {
    const { person, onSave } = await openForm({ student: { city: 'Chennai' } });
    await person.click(tab(/Address/));
    await person.click(same());
    const [permanent, correspondence] = fields(/City/);
    expect(correspondence?.value).toBe('Chennai');
    expect(correspondence?.disabled).toBe(true);
    typed(permanent, 'Kochi');
    expect(correspondence?.value).toBe('Kochi');
    await person.click(saveButton());
    expect(onSave).toHaveBeenCalledWith(
      expect.objectContaining({ city: 'Kochi', correspondence_address: expect.objectContaining({ city: 'Kochi' }) }),
    );
  });

  it('keeps the copy when it no longer follows', async () => {
    const address = { city: 'Chennai', pincode: '600013' };
    const { person } = await openForm({ student: { ...address, correspondence_address: address } });
    expect(same().checked).toBe(true);
    await person.click(tab(/Address/));
    await person.click(same());
    const [permanent, correspondence] = fields(/City/);
    typed(permanent, 'Kochi');
    expect(correspondence?.value).toBe('Chennai');
    expect(correspondence?.disabled).toBe(false);
  });

  it('has its faults told once while it follows', async () => {
    const { person } = await openForm();
    await person.click(tab(/Address/));
    await person.click(same());
    typed(fields(/Pincode/)[0], '12');
    await person.click(saveButton());
    expect(screen.getByRole('alert').textContent).toContain('1 thing to correct');
  });
});

describe('the experience', () => {
  async function openExperience(experience = [sailed]) {
    const opened = await openForm({ student: { experience }, start: { tab: 'experience', field: null } });
    return { ...opened, panel: within(screen.getByRole('tabpanel', { name: /Experience/ })) };
  }

  it('grows by an entry, whose first field is ready to be typed in', async () => {
    const { person, panel, onSave } = await openExperience();
    await person.click(panel.getByRole('button', { name: 'Add experience' }));
    expect(document.activeElement).toBe(fields(/Position/)[1]);
    await person.keyboard('Third Officer');
    await person.click(saveButton());
    const [sent] = onSave.mock.calls[0] ?? [];
    expect(sent.experience).toEqual([sailed, { position: 'Third Officer', company: '', period: '', description: '' }]);
  });

  it('changes an entry', async () => {
    const { person, onSave } = await openExperience();
    typed(field(/Company/), 'Malabar Lines');
    await person.click(saveButton());
    expect(onSave.mock.calls[0]?.[0].experience).toEqual([{ ...sailed, company: 'Malabar Lines' }]);
  });

  it('takes an entry away, and gives it back at its place on Undo', async () => {
    const second = { ...sailed, position: 'Trainee' };
    const { person, panel, onSave } = await openExperience([sailed, second]);
    await person.click(panel.getByRole('button', { name: 'Remove Deck Cadet' }));
    expect(panel.getByRole('status').textContent).toContain('Deck Cadet is removed.');
    const undo = panel.getByRole('button', { name: 'Undo' });
    expect(document.activeElement).toBe(undo);
    await person.click(undo);
    expect(fields(/Position/).map(({ value }) => value)).toEqual(['Deck Cadet', 'Trainee']);
    await person.click(panel.getByRole('button', { name: 'Remove Trainee' }));
    await person.click(saveButton());
    expect(onSave.mock.calls[0]?.[0].experience).toEqual([sailed]);
  });

  it.each([
    [/Position/, '', 'Position is required'],
    [/Company/, 'x'.repeat(201), 'At most 200 characters'],
    [/Period/, 'x'.repeat(201), 'At most 200 characters'],
    [/Description/, 'x'.repeat(2001), 'At most 2000 characters'],
  ])('says what is wrong with %s', async (label, text, message) => {
    await openExperience();
    typed(field(label), text);
    expect(screen.getByText(message)).toBeTruthy();
  });

  it('has room for 50 entries, and says so', async () => {
    // By text: with two hundred fields, looking for roles takes half a minute here.
    await openForm({ student: { experience: Array.from({ length: 50 }, () => sailed) } });
    expect(screen.getByText('Add experience').closest('button')?.disabled).toBe(true);
    expect(screen.getByText('There is room for 50. Remove one to add another.')).toBeTruthy();
  });
});
