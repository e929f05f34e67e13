import type { Address } from '../../../contract/student.ts';
import { addressLine } from '../../lib/format/address-line.ts';
import { formatDay } from '../../lib/format/format.ts';
import classes from './profile-details.module.css';
import { addressFields, type PartialStudent } from './profile-fields.ts';

/** An address on one line, with its fields in the order of the form; null if the address is empty. */
const formatAddress = (address: Partial<Address> | null | undefined): string | null =>
  addressLine(addressFields.map(({ name }) => address?.[name]));

/** The labels of the details that take more than one column: two (`double`) or all (`full`). */
const widths: Record<string, 'double' | 'full'> = {
  Email: 'double',
  'Permanent address': 'full',
  'Correspondence address': 'full',
};

type Line = [label: string, text: string | null | undefined];
type Part = 'personal' | 'address';

const linesOf: Record<Part, (student: PartialStudent) => Line[]> = {
  personal: (student) => [
    ['Name', `${student.first_name ?? ''} ${student.last_name ?? ''}`.trim()],
    ['Date of birth', student.dob ? formatDay(student.dob) : null],
    ['Email', student.email],
    ['Mobile number', student.mobile],
    ['WhatsApp number', student.whatsapp_number],
    ['INDOS number', student.indos_number],
    ['Passport number', student.passport_number],
  ],
  address: (student) => [
    ['Permanent address', formatAddress(student)],
    ['Correspondence address', formatAddress(student.correspondence_address)],
  ],
};

/** The student's details, all of them or only one part. Missing values are shown as "Not given". */
export function ProfileDetails({ student, part }: { student: PartialStudent; part?: Part }) {
  const lines = part ? linesOf[part](student) : [...linesOf.personal(student), ...linesOf.address(student)];
  return (
    <dl className={`terms ${classes.details}`}>
      {lines.map(([label, text]) => (
        <div key={label} data-width={widths[label]}>
          <dt>{label}</dt>
          <dd data-missing={!text || undefined}>{text || 'Not given'}</dd>
        </div>
      ))}
    </dl>
  );
}
