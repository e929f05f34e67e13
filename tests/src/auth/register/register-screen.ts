import { fireEvent, screen } from '@testing-library/react';

/** Values for every field of the registration form, by the label of the field. */
export const validDetails: Record<string, string> = {
  'First name': 'Nila',
  'Last name': 'Thomas',
  Email: 'Nila.Thomas@example.com',
  'Mobile number': '98765 00071',
  'WhatsApp number': '9876500072',
  Day: '28',
  Month: '2',
  Year: '2005',
  Password: 'anchor watch',
  'Confirm password': 'anchor watch',
};

export const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label.replace(/[()]/g, '.')}( \\*)?$`));
export const termsBox = () =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: /I accept the terms and conditions/ });
export const registerButton = () => screen.getByRole('button', { name: 'Register' });

/**
 * Fills in every field of the registration form and accepts the terms. `changes` overrides values of `validDetails`.
 */
export function fillRegistration(changes: Record<string, string> = {}): void {
  for (const [label, value] of Object.entries({ ...validDetails, ...changes }))
    fireEvent.change(field(label), { target: { value } });
  if (!termsBox().checked) fireEvent.click(termsBox());
}
