import type { Address } from '../../../contract/student.ts';
import { formatDay } from '../../lib/format.ts';
import classes from './profile-details.module.css';
import { addressFields, type KnownStudent } from './profile-fields.ts';

/** An address on one line, in the order of the form; null where nothing is known. */
export function addressLine(address: Partial<Address> | null | undefined): string | null {
  if (!address) return null;
  return addressFields.flatMap(({ name }) => address[name] || []).join(', ') || null;
}

/** Long texts get room. */
const widths: Record<string, 'double' | 'full'> = {
  'E-mail': 'double',
  'Permanent address': 'full',
  'Correspondence address': 'full',
};

function linesOf(student: KnownStudent): [label: string, text: string | null | undefined][] {
  return [
    ['Name', `${student.first_name ?? ''} ${student.last_name ?? ''}`.trim()],
    ['Date of birth', student.dob ? formatDay(student.dob) : null],
    ['E-mail', student.email],
    ['Mobile number', student.mobile],
    ['WhatsApp number', student.whatsapp_number],
    ['INDOS number', student.indos_number],
    ['Passport number', student.passport_number],
    ['Permanent address', addressLine(student)],
    ['Correspondence address', addressLine(student.correspondence_address)],
  ];
}

/** The student's details to read; what is not known says so. `isShort` leaves the addresses out. */
export function ProfileDetails({ student, isShort = false }: { student: KnownStudent; isShort?: boolean }) {
  const lines = linesOf(student).slice(0, isShort ? 7 : undefined);
  return (
    <dl className={classes.details}>
      {lines.map(([label, text]) => (
        <div key={label} data-width={widths[label]}>
          <dt>{label}</dt>
          <dd data-missing={!text || undefined}>{text || 'Not given'}</dd>
        </div>
      ))}
    </dl>
  );
}
