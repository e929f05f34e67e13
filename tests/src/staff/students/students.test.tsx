import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ImportRow } from '../../../../contract/staff/student-import.ts';
import type { StudentRecord } from '../../../../contract/staff/students.ts';
import '../../../../src/staff/students/import/import-page.tsx';
import '../../../../src/staff/students/student-page.tsx';
import '../../../../src/staff/students/students-page.tsx';
import { failureBody, refusal } from '../../../support/answers.ts';
import { type Answers, answered, openConsole } from '../open-console.tsx';

const id = '0a4cf2ac-6c3c-4b57-9d25-d1c1ad35a5f1';
const address = `/api/staff/students/${id}`;

const nothing = {
  ...{ house_number: null, address_line_2: null, address_line_3: null, street: null, village: null, post_office: null },
  ...{ police_station: null, district: null, city: 'Kochi', state: null, pincode: null, correspondence_address: null },
  ...{ education: null, experience: [], image_url: null },
};

function record(change: Partial<StudentRecord> = {}): StudentRecord {
  return {
    profile: {
      ...{ id, first_name: 'Asha', last_name: 'Nair', email: 'asha@example.com', mobile: '9876600001' },
      ...{ whatsapp_number: null, dob: null, indos_number: '19EL0001', passport_number: null },
      ...nothing,
    },
    contacts: { email: 'verified', mobile: 'unverified', whatsapp_number: 'verified' },
    ...{ allowed_booking: true, has_password: true, created_at: '2026-01-01T00:00:00.000Z' },
    ...{ accepted_terms: [], terms_to_accept: null },
    ...{ documents: [], required_documents: [], bookings: [], dues: [], notes: [], enquiries: [] },
    payments: { paid: 9000.5, refunded: 0, refunds_due: 0, attempts: 2 },
    wallet: { balance: 1500, lastUpdate: null, recentTransaction: [] },
    ...change,
  };
}

const done = { body: { statusCode: 200 } };
const note = { id: 1, author: 'Esha Kurian', at: '2026-03-10T07:00:00.000Z', text: 'Called.' };
const open = (answers: Answers = {}, role: 'registrar' | 'accounts' | 'auditor' = 'registrar', change = {}) =>
  openConsole(`/staff/students/${id}`, { [`GET ${address}`]: answered(record(change)), ...answers }, role);

describe('the page of a student', () => {
  it('the student page for staff shows whether email and mobile number are verified, and the sum of payments', async () => {
    await open();
    expect(await screen.findByRole('heading', { name: 'Asha Nair' })).toBeTruthy();
    expect(screen.getByText('asha@example.com (verified)')).toBeTruthy();
    expect(screen.getByText('9876600001 (unverified)')).toBeTruthy();
    expect(screen.getByText(/₹9,000\.50 in 2 payment attempts/)).toBeTruthy();
  });

  it.each([
    [{}, 'not stored'],
    [
      { accepted_terms: [{ version: '2026-04-01', at: '2026-05-02T06:30:00.000Z' }] },
      'version 2026-04-01 on 2 May 2026, 12:00',
    ],
    [
      {
        accepted_terms: [
          { version: '2027-03-01', at: '2027-03-02T06:30:00.000Z' },
          { version: '2026-04-01', at: '2026-05-02T06:30:00.000Z' },
        ],
        terms_to_accept: '2027-06-01',
      },
      'version 2027-06-01 not yet; version 2027-03-01 on 2 Mar 2027, 12:00; version 2026-04-01 on 2 May 2026, 12:00',
    ],
  ])(
    'for a student with the fields %o, the student page for staff says which terms were accepted and when',
    async (change, text) => {
      await open({}, 'registrar', change);
      expect((await screen.findByText('Terms accepted')).nextElementSibling?.textContent).toBe(text);
    },
  );

  it('a booking on the student page for staff links to its order', async () => {
    const booking = {
      ...{ id: 5, course_name: 'Fire Fighting', start_date: '2027-03-01', end_date: '2027-03-03' },
      ...{ status: 'upcoming', course_code: 'FPFF', batch_id: 7, order_id: 'LF-2026-000123' },
    };
    await open({}, 'registrar', { bookings: [booking] });
    const link = await screen.findByRole('link', { name: 'LF-2026-000123' });
    expect(link.getAttribute('href')).toBe('/staff/orders/LF-2026-000123');
  });

  it('the student page for staff shows an amount that the student still has to pay, with a link to its order', async () => {
    const due = { order_id: 'LF-2026-000123', amount: 3249.59, text: 'Radar Simulator' };
    await open({}, 'accounts', { dues: [due] });
    expect(await screen.findByText('₹3,249.59 are due at the office for Radar Simulator.')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Order LF-2026-000123' });
    expect(link.getAttribute('href')).toBe('/staff/orders/LF-2026-000123');
  });

  it('a booking on the student page for staff shows that the student failed the course', async () => {
    const booking = {
      ...{ id: 5, course_name: 'Fire Fighting', start_date: '2027-03-01', end_date: '2027-03-03' },
      ...{ status: 'completed', not_completed: 'failed', course_code: 'FPFF', batch_id: 7, order_id: 'LF-2026-000123' },
    };
    await open({}, 'registrar', { bookings: [booking] });
    expect(await screen.findByText(/not completed: failed, order/)).toBeTruthy();
  });

  it('a booking on the student page for staff shows that its batch is cancelled instead of “upcoming”', async () => {
    const booking = {
      ...{ id: 5, course_name: 'Fire Fighting', start_date: '2040-03-01', end_date: '2040-03-03' },
      ...{ status: 'upcoming', course_code: 'FPFF', batch_id: 7, order_id: 'LF-2026-000123' },
      cancelled: { choose_until: '2040-02-01T06:30:00.000Z' },
    };
    await open({}, 'registrar', { bookings: [booking] });
    expect(await screen.findByText(/may choose another batch or a refund until 1 Feb 2040.*, order/)).toBeTruthy();
    expect(screen.queryByText(/upcoming/)).toBeNull();
  });

  it('the student page for staff lists the documents that a booked course requires, with the status of each', async () => {
    const document = (name: string, state: string, expires_on: string | null = null) => ({ name, state, expires_on });
    const booked = { course_name: 'Fire Fighting', start_date: '2040-03-01', end_date: '2040-03-03' };
    const documents = [
      document('Passport', 'verified', '2041-05-31'),
      document('CDC', 'waiting'),
      document('Photo', 'rejected'),
      document('INDoS', 'missing'),
      document('Medical', 'expired', '2020-01-31'),
      document('Vaccination', 'expired', '2040-02-29'),
    ];
    await open({}, 'registrar', { required_documents: [{ ...booked, documents }] });
    const section = await screen.findByRole('region', { name: 'Documents' });
    expect(
      within(section).getByRole('heading', { name: 'Required for Fire Fighting, 1 Mar 2040 – 3 Mar 2040' }),
    ).toBeTruthy();
    const [required] = within(section).getAllByRole('list');
    expect(
      required &&
        within(required)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
    ).toEqual([
      'Passport: verified, expires on 31 May 2041',
      'CDC: to verify',
      'Photo: rejected',
      'INDoS: missing',
      'Medical: expired on 31 Jan 2020',
      'Vaccination: expires on 29 Feb 2040, before the course ends',
    ]);
  });

  it('the dialog with which staff change a student’s profile sends only the changed fields', async () => {
    const { user, sent } = await open({ [`PUT ${address}`]: done });
    await user.click(await screen.findByRole('button', { name: 'Change profile' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change profile' });
    const mobile = within(dialog).getByLabelText('Mobile');
    await user.clear(mobile);
    await user.type(mobile, '123');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('Phone number must be 10 digits')).toBeTruthy();
    await user.clear(mobile);
    await user.type(mobile, '9876600009');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findByText('Profile saved');
    expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ mobile: '9876600009' });
  });

  it('the dialog to change a student’s profile does not overwrite changes that a colleague has saved meanwhile', async () => {
    const { profile } = record();
    let stored = record();
    const { client, user, sent } = await open({
      [`GET ${address}`]: () => answered(stored),
      [`PUT ${address}`]: done,
    });
    await user.click(await screen.findByRole('button', { name: 'Change profile' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change profile' }));
    stored = record({ profile: { ...profile, first_name: 'Aisha', mobile: '9876600002', dob: '2000-01-31' } });
    await act(() => client.invalidateQueries());
    await screen.findByRole('heading', { name: 'Aisha Nair', hidden: true });
    await user.type(dialog.getByLabelText('Passport number'), 'P1234567');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Profile saved');
    expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ passport_number: 'P1234567' });
  });

  it('the dialog to change a student’s profile shows an error if another student already has the entered passport number', async () => {
    const { user } = await open({
      [`PUT ${address}`]: refusal(409, 'USER_EXISTS', 'Another user exists with similar data.'),
    });
    await user.click(await screen.findByRole('button', { name: 'Change profile' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change profile' });
    await user.type(within(dialog).getByLabelText('Passport number'), 'P1234567');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('Another user exists with similar data.')).toBeTruthy();
    expect(within(dialog).getByLabelText<HTMLInputElement>('Passport number').value).toBe('P1234567');
  });

  it('forbidding a student to book sends the reason that staff have typed', async () => {
    const { user, sent } = await open({ [`PUT ${address}/booking`]: done });
    await user.click(await screen.findByRole('button', { name: 'Forbid booking' }));
    const dialog = await screen.findByRole('dialog', { name: 'Forbid booking' });
    await user.type(within(dialog).getByLabelText(/Reason/), 'fees of 2025 unpaid');
    await user.click(within(dialog).getByRole('button', { name: 'Forbid booking' }));
    await screen.findByText('Permission to book changed');
    expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
      is_allowed: false,
      reason: 'fees of 2025 unpaid',
    });
  });

  it('the dialog to add money to a student’s wallet shows an error if the receipt number was already used', async () => {
    let tries = 0;
    const used = 'This number has been credited already. Check the wallet before you enter another.';
    const { user, sent } = await open(
      {
        [`POST ${address}/wallet`]: () => {
          tries += 1;
          return tries === 1 ? refusal(409, 'REFERENCE_USED', used) : done;
        },
      },
      'accounts',
    );
    await user.click(await screen.findByRole('button', { name: 'Add money' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add money to the wallet' });
    const add = within(dialog).getByRole('button', { name: 'Add money' });
    await user.click(add);
    expect(await within(dialog).findByText('Enter the number of the receipt or voucher')).toBeTruthy();
    await user.type(within(dialog).getByLabelText(/Amount/), '1500.5');
    await user.type(within(dialog).getByLabelText(/Number of the receipt/), 'CASH-1');
    await user.type(within(dialog).getByLabelText(/Reason/), 'paid in cash');
    await user.click(add);
    expect(await within(dialog).findByText(used)).toBeTruthy();
    await user.click(add);
    await screen.findByText('Money added to the wallet');
    expect(sent.findLast(({ method }) => method === 'POST')?.body).toEqual({
      ...{ amount: 1500.5, reference: 'CASH-1', description: 'Added at the accounts office', reason: 'paid in cash' },
    });
  });

  it('a refresh of the student page with a colleague’s new note keeps the note that staff are typing', async () => {
    let stored = record();
    const { user } = await open({ [`GET ${address}`]: () => answered(stored), [`PUT ${address}/booking`]: done });
    await user.type(await screen.findByLabelText('New note'), 'Asked for');
    stored = record({ notes: [note] });
    await user.click(screen.getByRole('button', { name: 'Forbid booking' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText(/Reason/), 'has not paid');
    await user.click(within(dialog).getByRole('button', { name: 'Forbid booking' }));
    await screen.findByText('Called.');
    expect(screen.getByLabelText<HTMLTextAreaElement>('New note').value).toBe('Asked for');
  });

  it('adding a note about a student empties the note field, and the next note is sent under a new idempotency key', async () => {
    const { user, sent } = await open({ [`POST ${address}/notes`]: answered(note) });
    const field = await screen.findByLabelText<HTMLTextAreaElement>('New note');
    for (const text of ['Called.', 'Called again.']) {
      await user.type(field, text);
      await user.click(screen.getByRole('button', { name: 'Add note' }));
      await waitFor(() => expect(field.value).toBe(''));
      await waitFor(() => expect(field.readOnly).toBe(false));
    }
    const notes = sent.filter(({ method }) => method === 'POST');
    expect(notes.map(({ body }) => body)).toEqual([{ text: 'Called.' }, { text: 'Called again.' }]);
    expect(new Set(notes.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
  });

  it('leaving a student’s page with an unsaved note asks for confirmation before the note is discarded', async () => {
    const other = '1b4cf2ac-6c3c-4b57-9d25-d1c1ad35a5f2';
    const profile = { ...record().profile, id: other, first_name: 'Nila' };
    const { user, router } = await open({ [`GET /api/staff/students/${other}`]: answered(record({ profile })) });
    const show = (student: string) => router.navigate({ to: '/staff/students/$id', params: { id: student } });
    await screen.findByRole('heading', { name: 'Asha Nair' });
    await show(other);
    await screen.findByRole('heading', { name: 'Nila Nair' });
    await user.type(screen.getByLabelText('New note'), 'Asked for');
    void show(id);
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without adding the note?' }));
    await user.click(dialog.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText<HTMLTextAreaElement>('New note').value).toBe('Asked for');
    void show(id);
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await screen.findByRole('heading', { name: 'Asha Nair' });
    expect(screen.getByLabelText<HTMLTextAreaElement>('New note').value).toBe('');
  });

  it('the student page for staff shows an auditor neither documents nor buttons to change the student', async () => {
    await open({}, 'auditor', { documents: null, required_documents: null, enquiries: null });
    await screen.findByRole('heading', { name: 'Asha Nair' });
    expect(screen.queryByRole('heading', { name: 'Documents' })).toBeNull();
    for (const name of ['Change profile', 'Add money', 'Forbid booking', 'Add note'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('the list of students', () => {
  const { profile, allowed_booking, created_at } = record();
  const listed = { ...profile, allowed_booking, created_at };

  it('the list of students for staff searches while staff type, and loads more students on a click on “Show more”', async () => {
    const { user, sent } = await openConsole('/staff/students', {
      'GET /api/staff/students': ({ url }) =>
        url.includes('after=')
          ? answered([{ ...listed, first_name: 'Nila' }], { next: null })
          : answered([listed], { next: id }),
    });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Nila Nair')).toBeTruthy();
    await user.type(screen.getByRole('searchbox'), 'asha');
    await waitFor(() => expect(sent.at(-1)?.url).toBe('/api/staff/students?q=asha'));
    expect(sent.filter(({ url }) => url.includes('q='))).toHaveLength(1);
  });
});

describe('a new student', () => {
  const other = '1b4cf2ac-6c3c-4b57-9d25-d1c1ad35a5f2';
  const openList = async (answers: Answers) => {
    const opened = await openConsole('/staff/students', {
      'GET /api/staff/students': answered([], { next: null }),
      [`GET ${address}`]: answered(record()),
      ...answers,
    });
    await opened.user.click(await screen.findByRole('button', { name: 'New student' }));
    const dialog = await screen.findByRole('dialog', { name: 'New student' });
    const fill = async (values: Record<string, string>) => {
      for (const [label, text] of Object.entries(values))
        await opened.user.type(within(dialog).getByLabelText(new RegExp(`^${label}`)), text);
    };
    const save = () => opened.user.click(within(dialog).getByRole('button', { name: 'Create student' }));
    return { ...opened, dialog, fill, save };
  };
  const posts = (sent: Array<{ method: string; body: unknown; headers: Headers }>) =>
    sent.filter(({ method }) => method === 'POST');

  it('after staff have created a student, the page of the new student opens', async () => {
    const { sent, fill, save } = await openList({ 'POST /api/staff/students': answered({ id }) });
    await fill({ 'First name': 'Asha', 'Last name': 'Nair', Mobile: '9876600001', 'Date of birth': '2004-02-29' });
    await save();
    expect(await screen.findByRole('heading', { name: 'Asha Nair' })).toBeTruthy();
    expect(posts(sent)[0]?.body).toEqual({
      ...{ first_name: 'Asha', last_name: 'Nair', mobile: '9876600001', dob: '2004-02-29', email: '' },
      ...{ whatsapp_number: '', indos_number: '', passport_number: '', may_share_mobile: false },
    });
  });

  it('the form for a new student shows an error at an invalid field, and after the correction is sent under a new idempotency key', async () => {
    const fields = { mobile: 'Phone number must be 10 digits' };
    let tries = 0;
    const { sent, dialog, fill, save } = await openList({
      'POST /api/staff/students': () => {
        tries += 1;
        if (tries > 1) return answered({ id });
        return { status: 400, body: { ...failureBody(400, 'INVALID_REQUEST', 'Correct the fields.'), fields } };
      },
    });
    await fill({ 'First name': 'Asha', 'Last name': 'Nair', Mobile: '98766' });
    await save();
    expect(await within(dialog).findByText('Phone number must be 10 digits')).toBeTruthy();
    expect(within(dialog).getByLabelText<HTMLInputElement>(/^First name/).value).toBe('Asha');
    await fill({ Mobile: '00001' });
    await save();
    await screen.findByRole('heading', { name: 'Asha Nair' });
    const keys = posts(sent).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });

  it('staff can create a student with the mobile number of another student only after they tick that both use this number', async () => {
    const taken = [{ field: 'mobile', student: { id: other, name: 'Nila Das' } }];
    let tries = 0;
    const { sent, user, dialog, fill, save } = await openList({
      'POST /api/staff/students': () => {
        tries += 1;
        return tries > 1 ? answered({ id }) : refusal(409, 'USER_EXISTS', 'There is one already.', { taken });
      },
    });
    await fill({ 'First name': 'Asha', 'Last name': 'Nair', Mobile: '9876600001' });
    await save();
    const link = await within(dialog).findByRole('link', { name: 'Nila Das' });
    expect(link.getAttribute('href')).toBe(`/staff/students/${other}`);
    await user.click(within(dialog).getByRole('checkbox', { name: /Both students use this mobile number/ }));
    await save();
    await screen.findByRole('heading', { name: 'Asha Nair' });
    expect(posts(sent)[1]?.body).toMatchObject({ may_share_mobile: true });
  });

  it('a staff role that may not edit students has no button to create a student', async () => {
    await openConsole('/staff/students', { 'GET /api/staff/students': answered([], { next: null }) }, 'auditor');
    await screen.findByText('No students yet');
    expect(screen.queryByRole('button', { name: 'New student' })).toBeNull();
  });
});

describe('the import of students', () => {
  const row = (line: number) => ({
    line,
    cells: {
      ...{ first_name: 'Nila', last_name: 'Das', email: '', mobile: '9876600002', whatsapp_number: '' },
      ...{ dob: '', indos_number: '', passport_number: '' },
    },
  });
  const openImport = async (checked: object, answers: Answers = {}) => {
    const opened = await openConsole('/staff/students/import', {
      'POST /api/staff/students/import/check': answered({ rows: [], known: 0, faults: [], fault_count: 0, ...checked }),
      ...answers,
    });
    await screen.findByRole('heading', { name: 'Import students' });
    const input = document.querySelector('input[type="file"]');
    if (!(input instanceof HTMLInputElement)) throw new Error('there is no file input');
    await opened.user.upload(input, new File(['first_name'], 'cadets.csv', { type: 'text/csv' }));
    await opened.user.click(screen.getByRole('button', { name: 'Check the file' }));
    return opened;
  };

  it('an import file of students with errors cannot be imported, and the errors are listed by line and column', async () => {
    const faults = [{ line: 3, column: 'mobile', reason: 'Phone number must be 10 digits' }];
    await openImport({ rows: [row(2)], faults, fault_count: 1 });
    expect(await screen.findByText('The file has 1 error. Nothing was imported.')).toBeTruthy();
    expect(screen.getByRole('cell', { name: 'mobile' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  });

  it('after a lost connection, an import of students continues by repeating the unanswered request under its idempotency key', async () => {
    const rows = Array.from({ length: 1200 }, (_, index) => row(index + 2));
    const isKnown = (line: number) => line < 102;
    // Like the server: if the idempotency key was used before, return the stored response, otherwise add the students.
    const responses = new Map<string | null, { added: number; known: number }>();
    const added: number[] = [];
    let isBroken = false;
    const { user, sent } = await openImport(
      { rows, known: 100 },
      {
        'POST /api/staff/students/import/lines': ({ body, headers }) => {
          const key = headers.get('idempotency-key');
          const lines = (body as { rows: ImportRow[] }).rows.map(({ line }) => line);
          const fresh = lines.filter((line) => !isKnown(line));
          if (!responses.has(key)) added.push(...fresh);
          const response = responses.get(key) ?? { added: fresh.length, known: lines.length - fresh.length };
          responses.set(key, response);
          isBroken = !isBroken && responses.size === 2;
          return isBroken ? 'no answer' : answered(response);
        },
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Import 1,100 students' }));
    expect(await screen.findByText('500 of 1,200 lines: 400 students added, 100 existed already')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Continue the import' }));
    expect(await screen.findByText('The import is complete.')).toBeTruthy();
    expect(screen.getByText('1,200 of 1,200 lines: 1,100 students added, 100 existed already')).toBeTruthy();
    expect(added).toEqual(rows.map(({ line }) => line).filter((line) => !isKnown(line)));
    const keys = sent.filter(({ url }) => url.endsWith('/lines')).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([keys[0], keys[1], keys[1], keys[3]]);
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) expect(key).toMatch(/^[\w-]{8,100}$/);
  });

  it('an import of students that the server refused is continued under a new idempotency key', async () => {
    let isFaulty = true;
    const { user, sent } = await openImport(
      { rows: [row(2)] },
      {
        'POST /api/staff/students/import/lines': () => {
          if (!isFaulty) return answered({ added: 1, known: 0 });
          isFaulty = false;
          const faults = [{ line: 2, column: '', reason: 'a student was added just now; try again' }];
          return refusal(409, 'IMPORT_FAULTY', 'Some lines have errors.', { faults });
        },
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Import 1 student' }));
    await user.click(await screen.findByRole('button', { name: 'Continue the import' }));
    expect(await screen.findByText('The import is complete.')).toBeTruthy();
    const keys = sent.filter(({ url }) => url.endsWith('/lines')).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });
});
