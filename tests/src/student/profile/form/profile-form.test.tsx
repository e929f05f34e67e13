import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Student } from '../../../../../contract/student.ts';
import { invalidDayText } from '../../../../../src/lib/format/typed-day.ts';
import { ProfileSheet } from '../../../../../src/student/profile/form/profile-sheet.tsx';
import type { ProfileFailure } from '../../../../../src/student/profile/form/save-profile.ts';
import { addressFields, type FormStart } from '../../../../../src/student/profile/profile-fields.ts';
import { answeringApi } from '../../../../support/answers.ts';
import { renderInPage } from '../../../../support/in-page.tsx';
import { profile } from '../../../checkout/orders.ts';

const cadet = { position: 'Deck Cadet', company: 'Coromandel', period: '2024', description: 'Watches.' };

type Options = { failure?: ProfileFailure | null; student?: Partial<Student>; start?: FormStart; isSaving?: boolean };

async function openForm({ failure = null, student = {}, start, isSaving = false }: Options = {}) {
  const onSave = vi.fn();
  const onClose = vi.fn();
  const { api } = answeringApi({});
  const drawn = await renderInPage(
    <ProfileSheet
      student={profile(student)}
      isOpen
      {...(start ? { start } : {})}
      isSaving={isSaving}
      hasConflict={false}
      failure={failure}
      from="/profile"
      onSave={onSave}
      onClose={onClose}
    />,
    { api },
  );
  // The sheet takes the focus after it has opened.
  await vi.waitFor(() => expect(document.activeElement === document.body).toBe(false), 5000);
  return { ...drawn, onSave, onClose, person: userEvent.setup({ delay: null }) };
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const fields = (label: RegExp) => screen.getAllByLabelText<HTMLInputElement>(label);
const saveButton = () => screen.getByRole('button', { name: 'Save' });
const tab = (name: RegExp) => screen.getByRole('tab', { name });
const enter = (input: HTMLElement | undefined, text: string) => {
  if (!input) throw new Error('no such field');
  fireEvent.change(input, { target: { value: text } });
};

afterEach(() => sessionStorage.clear());

// The rules of the fields are tested in profile-values.test.ts.
describe('the profile form', () => {
  it('the button “Same as mobile number” in the profile form copies the mobile number into the WhatsApp number', async () => {
    await openForm({ student: { mobile: '9876500071', whatsapp_number: null } });
    fireEvent.click(screen.getByRole('button', { name: 'Same as mobile number' }));
    expect(field(/WhatsApp number/).value).toBe('9876500071');
  });

  it('the profile form shows each error beside its field', async () => {
    await openForm();
    const errors = [
      [/First name/, 'First Name is required'],
      [/Last name/, 'Last Name is required'],
      [/Email/, 'Email is required'],
      [/Mobile number/, 'Phone number must be 10 digits'],
      [/WhatsApp number/, 'WhatsApp number must be 10 digits'],
    ] as const;
    for (const [label, message] of errors) {
      enter(field(label), '');
      expect(screen.getByText(message)).toBeTruthy();
      expect(field(label).getAttribute('aria-invalid')).toBe('true');
    }
  });

  it('the profile form checks the date of birth only when the focus leaves all three inputs (day, month, year)', async () => {
    const { person, onSave } = await openForm();
    const [day, month, year] = [field(/^Day/), field(/^Month/), field(/^Year/)];
    expect([day.value, month.value, year.value]).toEqual(['14', '6', '2003']);
    await person.clear(day);
    await person.type(day, '31');
    await person.tab();
    expect(screen.queryByText(invalidDayText)).toBeNull();
    await person.click(field(/First name/));
    expect(screen.getByText(invalidDayText)).toBeTruthy();
    expect(day.getAttribute('aria-invalid')).toBe('true');
    await person.click(saveButton());
    await person.click(within(screen.getByRole('alert')).getByRole('link', { name: /valid date/ }));
    expect(document.activeElement).toBe(day);
    await person.clear(day);
    await person.type(day, '5');
    await person.click(saveButton());
    expect(onSave).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ dob: '2003-06-05' }));
    for (const input of [day, month, year]) await person.clear(input);
    await person.tab();
    expect(screen.getAllByText('Date of Birth is required').length).toBeGreaterThan(0);
  });

  it('the profile form checks a field when the field loses the focus', async () => {
    const { person } = await openForm({ student: { mobile: null } });
    await person.click(field(/Mobile number/));
    expect(screen.queryByText('Phone number must be 10 digits')).toBeNull();
    await person.tab();
    expect(screen.getByText('Phone number must be 10 digits')).toBeTruthy();
    expect(field(/Mobile number/).getAttribute('aria-invalid')).toBe('true');
  });

  it('the profile form shows and clears the error of a field while the student types', async () => {
    const { person } = await openForm();
    await person.type(field(/Mobile number/), '0');
    expect(screen.getByText('Phone number must be 10 digits')).toBeTruthy();
    await person.type(field(/Mobile number/), '{Backspace}');
    expect(screen.queryByText('Phone number must be 10 digits')).toBeNull();
  });

  it('the profile form has three tabs, which can be opened with the arrow keys and the End key', async () => {
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

  it('the profile form shows the number of errors on each tab, and an error summary that links to the fields', async () => {
    const { person, onSave } = await openForm();
    await person.clear(field(/First name/));
    const [pincode] = fields(/Pincode/);
    enter(pincode, '12');
    expect(tab(/Address/).textContent).toBe('Address 1 to correct');
    await person.click(saveButton());
    expect(onSave).not.toHaveBeenCalled();
    const summary = screen.getByRole('alert');
    expect(summary.textContent).toContain('2 things to correct');
    expect(document.activeElement).toBe(summary.closest('[tabindex]'));
    await person.click(within(summary).getByRole('link', { name: 'Pincode must be 6 digits' }));
    expect(screen.getByRole('tabpanel', { name: /Address/ })).toBeTruthy();
    expect(document.activeElement).toBe(pincode);
  });

  it('the profile form sends only fields that were changed, with surrounding spaces removed', async () => {
    const { person, onSave } = await openForm({ student: { experience: [cadet] } });
    await person.type(field(/First name/), ' Rani ');
    await person.clear(field(/INDOS/));
    await person.click(saveButton());
    expect(onSave).toHaveBeenCalledExactlyOnceWith({ first_name: 'Asha Rani', indos_number: '' });
  });

  it('the profile form sends an address as a whole when one of its fields was changed', async () => {
    const { person, onSave } = await openForm({ student: { city: 'Chennai' } });
    enter(fields(/Pincode/)[0], '600013');
    await person.click(saveButton());
    const emptyAddress = Object.fromEntries(addressFields.map(({ name }) => [name, '']));
    const address = { ...emptyAddress, city: 'Chennai', pincode: '600013' };
    expect(onSave).toHaveBeenCalledExactlyOnceWith(address);
  });

  it('the profile form sets the on-screen keyboard, the input type and the autofill hint of its fields', async () => {
    await openForm();
    expect(field(/Mobile number/).inputMode).toBe('numeric');
    expect(field(/Email/).type).toBe('email');
    expect(field(/^Day/).autocomplete).toBe('bday-day');
  });

  it('the profile form can be opened with the focus in a certain field, such as the city', async () => {
    await openForm({ start: { tab: 'address', field: 'city' } });
    await vi.waitFor(() => expect(document.activeElement).toBe(fields(/City/)[0]));
  });

  it('the profile form restores a draft after a reload', async () => {
    const { unmount } = await openForm();
    enter(field(/Last name/), 'Nair Menon');
    unmount();
    await openForm();
    expect(field(/Last name/).value).toBe('Nair Menon');
  });

  it('restoring a draft of the profile form does not overwrite fields that were changed on another device meanwhile', async () => {
    const { unmount } = await openForm();
    enter(field(/Last name/), 'Nair Menon');
    unmount();
    const { person, onSave } = await openForm({ student: { email: 'asha@office.example' } });
    expect(field(/Email/).value).toBe('asha@office.example');
    await person.click(saveButton());
    expect(onSave).toHaveBeenCalledExactlyOnceWith({ last_name: 'Nair Menon' });
  });

  it('the profile form deletes its draft when a changed field is set back to the saved value', async () => {
    await openForm();
    enter(field(/Last name/), 'Nair Menon');
    expect(sessionStorage.length).toBe(1);
    enter(field(/Last name/), 'Nair');
    expect(sessionStorage.length).toBe(0);
  });

  it('the profile form shows the server’s error at a field, and a link to sign in again if this is needed', async () => {
    await openForm({
      failure: {
        text: 'Something went wrong.',
        advice: 'Please sign in again to change your email or phone numbers.',
        needsSignIn: true,
        fields: { dob: 'Date of Birth must be a day in the past' },
      },
    });
    expect(screen.getAllByText(/Date of Birth must be a day in the past/).length).toBeGreaterThan(0);
    const link = screen.getByRole('link', { name: 'Sign in again and return to this form' });
    expect(link.getAttribute('href')).toContain('/login?from=');
  });
});

describe('the correspondence address', () => {
  const sameAddressBox = () => screen.getByLabelText<HTMLInputElement>('Same as permanent address');

  it('ticking “Same as permanent address” disables the correspondence address and copies the permanent address into it', async () => {
    const { person, onSave } = await openForm({ student: { city: 'Chennai' } });
    await person.click(tab(/Address/));
    await person.click(sameAddressBox());
    const [permanent, correspondence] = fields(/City/);
    expect(correspondence?.value).toBe('Chennai');
    expect(correspondence?.disabled).toBe(true);
    enter(permanent, 'Kochi');
    expect(correspondence?.value).toBe('Kochi');
    await person.click(saveButton());
    expect(onSave).toHaveBeenCalledWith(
      expect.objectContaining({ city: 'Kochi', correspondence_address: expect.objectContaining({ city: 'Kochi' }) }),
    );
  });

  it('unticking “Same as permanent address” keeps the copied address, now editable, if no other correspondence address was typed before', async () => {
    const address = { city: 'Chennai', pincode: '600013' };
    const { person } = await openForm({ student: { ...address, correspondence_address: address } });
    expect(sameAddressBox().checked).toBe(true);
    await person.click(tab(/Address/));
    const [permanent, correspondence] = fields(/City/);
    enter(permanent, 'Madurai');
    await person.click(sameAddressBox());
    enter(permanent, 'Kochi');
    expect(correspondence?.value).toBe('Madurai');
    expect(correspondence?.disabled).toBe(false);
  });

  it('unticking “Same as permanent address” in a reopened profile form restores the correspondence address that was typed before ticking', async () => {
    const { person, unmount } = await openForm({ student: { city: 'Chennai' } });
    await person.click(tab(/Address/));
    enter(fields(/City/)[1], 'Kochi');
    await person.click(sameAddressBox());
    expect(fields(/City/)[1]?.value).toBe('Chennai');
    unmount();
    const reopened = await openForm({ student: { city: 'Chennai' } });
    await reopened.person.click(tab(/Address/));
    await reopened.person.click(sameAddressBox());
    expect(fields(/City/)[1]?.value).toBe('Kochi');
    await reopened.person.click(saveButton());
    expect(reopened.onSave.mock.calls[0]?.[0]).toEqual({
      correspondence_address: expect.objectContaining({ city: 'Kochi' }),
    });
  });

  it('the profile form counts an address error only once while “Same as permanent address” is ticked', async () => {
    const { person } = await openForm();
    await person.click(tab(/Address/));
    await person.click(sameAddressBox());
    enter(fields(/Pincode/)[0], '12');
    await person.click(saveButton());
    expect(screen.getByRole('alert').textContent).toContain('1 thing to correct');
  });
});

describe('the experience', () => {
  async function openExperience(experience = [cadet]) {
    const opened = await openForm({ student: { experience }, start: { tab: 'experience', field: null } });
    return { ...opened, panel: within(screen.getByRole('tabpanel', { name: /Experience/ })) };
  }

  it('the button “Add experience” in the profile form adds an entry and moves the focus to the entry’s first field', async () => {
    const { person, panel, onSave } = await openExperience();
    await person.click(panel.getByRole('button', { name: 'Add experience' }));
    expect(document.activeElement).toBe(fields(/Position/)[1]);
    await person.paste('Third Officer');
    await person.click(saveButton());
    const [sent] = onSave.mock.calls[0] ?? [];
    expect(sent.experience).toEqual([cadet, { position: 'Third Officer', company: '', period: '', description: '' }]);
  });

  it('the profile form sends a changed experience entry', async () => {
    const { person, onSave } = await openExperience();
    enter(field(/Company/), 'Malabar Lines');
    await person.click(saveButton());
    expect(onSave.mock.calls[0]?.[0].experience).toEqual([{ ...cadet, company: 'Malabar Lines' }]);
  });

  it('in the profile form, Undo puts a removed experience entry back at its old position', async () => {
    const second = { ...cadet, position: 'Trainee' };
    const { person, panel, onSave } = await openExperience([cadet, second]);
    await person.click(panel.getByRole('button', { name: 'Remove Deck Cadet' }));
    expect(panel.getByRole('status').textContent).toContain('Deck Cadet removed.');
    const undo = panel.getByRole('button', { name: 'Undo' });
    expect(document.activeElement).toBe(undo);
    await person.click(undo);
    expect(fields(/Position/).map(({ value }) => value)).toEqual(['Deck Cadet', 'Trainee']);
    await person.click(panel.getByRole('button', { name: 'Remove Trainee' }));
    await person.click(saveButton());
    expect(onSave.mock.calls[0]?.[0].experience).toEqual([cadet]);
  });

  it('the profile form shows each error of an experience entry beside its field', async () => {
    await openExperience();
    const errors = [
      [/Position/, '', 'Position is required'],
      [/Company/, 'x'.repeat(201), 'At most 200 characters'],
      [/Period/, 'x'.repeat(201), 'At most 200 characters'],
      [/Description/, 'x'.repeat(2001), 'At most 2000 characters'],
    ] as const;
    for (const [label, text, message] of errors) {
      enter(field(label), text);
      expect(screen.getAllByText(message).length).toBeGreaterThan(0);
      expect(field(label).getAttribute('aria-invalid')).toBe('true');
    }
  });

  it.each([false, true])(
    'the scrolling area of the profile form can get the keyboard focus only while saving disables the form’s fields (saving: %s)',
    async (isSaving) => {
      await openForm({ isSaving });
      const container = field(/First name/).closest('fieldset')?.parentElement;
      expect(container?.getAttribute('tabindex') ?? null).toBe(isSaving ? '0' : null);
    },
  );

  it('the profile form disables the button “Add experience” at 50 entries and shows a message about this limit', async () => {
    // Queries by text, because queries by role take half a minute with two hundred fields.
    await openForm({ student: { experience: Array.from({ length: 50 }, () => cadet) } });
    expect(screen.getByText('Add experience').closest('button')?.disabled).toBe(true);
    expect(screen.getByText('You can add up to 50 entries. Remove one to add another.')).toBeTruthy();
  });
});
