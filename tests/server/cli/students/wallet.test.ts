import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../support/database.ts';
import { createStudent } from '../../../support/student.ts';
import { countAudit, readAudit, readReadings, staffOf } from '../staff.ts';

const { db, url } = await createTestDatabase();
const landfall = staffOf(url);
const asha = await createStudent(db, { email: 'asha@example.com', mobile: '9876500001' });
const family = { mobile: '9876500009', email: null };
const [one, two] = [await createStudent(db, family), await createStudent(db, { ...family, last_name: 'Roy' })];

const entries = () => db.selectFrom('wallet_entries').selectAll().orderBy('id').execute();
const credit = (who: string, rupees: string, reference: string, ...more: string[]) =>
  landfall('wallet', 'credit', who, rupees, '--reference', reference, ...more);

it('“landfall wallet credit” adds a credit once for each reference, even if the command is repeated', async () => {
  const first = await credit('asha@example.com', '1500.50', 'CASH-1');
  expect(first).toEqual({
    code: 0,
    out: 'Asha Nair (asha@example.com, 9876500001): 1500.50 added, balance 0.00 before, 1500.50 now\n',
    err: '',
  });
  const again = await credit('9876500001', '1500.50', 'CASH-1');
  expect(again.code).toBe(0);
  expect(again.out).toMatch(/^done already on \d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}: Asha Nair .+ has 1500\.50\n$/);
  expect(await entries()).toMatchObject([
    {
      student_id: asha.id,
      type: 'credit',
      amount_paise: 150_050,
      status: 'completed',
      reference: 'CASH-1',
      description: 'Added at the accounts office',
    },
  ]);
  expect(await readAudit(db)).toEqual([
    {
      actor: 'Priya (accounts)',
      command: 'wallet credit',
      arguments: {
        identifier: 'asha@example.com',
        rupees: 150_050,
        reference: 'CASH-1',
        description: 'Added at the accounts office',
        'dry-run': false,
      },
      before: { student_id: asha.id, balance_paise: 0 },
      after: { student_id: asha.id, balance_paise: 150_050, reference: 'CASH-1' },
    },
  ]);
});

it('running “landfall wallet credit” ten times at once adds the credit only once', async () => {
  const before = await countAudit(db);
  const ended = await Promise.all(Array.from({ length: 10 }, () => credit('asha@example.com', '10', 'CASH-RACE')));
  expect(ended.map(({ code }) => code)).toEqual(Array(10).fill(0));
  expect(ended.filter(({ out }) => out.includes('added'))).toHaveLength(1);
  expect((await entries()).filter(({ reference }) => reference === 'CASH-RACE')).toHaveLength(1);
  expect(await countAudit(db)).toBe(before + 1);
});

it('“landfall wallet credit” refuses a reference that another credit already uses', async () => {
  const before = await entries();
  for (const [who, rupees] of [
    ['asha@example.com', '1500.51'],
    [one.id, '1500.50'],
  ] as const) {
    const { code, err } = await credit(who, rupees, 'CASH-1');
    expect(code).toBe(1);
    expect(err).toMatch(/^reference 'CASH-1' is another entry's, of .+: credit of 1500\.50\n$/);
  }
  expect(await entries()).toEqual(before);
});

it('“landfall wallet credit --dry-run” adds nothing, and --description is stored with the credit', async () => {
  const audited = await countAudit(db);
  const before = await entries();
  const dry = await credit('asha@example.com', '7', 'CASH-2', '--description', 'Refund of, "fees"', '--dry-run');
  expect(dry.out).toContain('7.00 added');
  expect(dry.out).toContain('Dry run');
  expect(await entries()).toEqual(before);
  expect(await countAudit(db)).toBe(audited);
  await credit('asha@example.com', '7', 'CASH-2', '--description', 'Refund of, "fees"');
  expect((await entries()).at(-1)).toMatchObject({ description: 'Refund of, "fees"', amount_paise: 700 });
});

it('“landfall wallet credit” requires a student id if several students share the given phone number', async () => {
  const { code, err } = await credit('+91 98765 00009', '5', 'CASH-3');
  expect(code).toBe(1);
  expect(err).toContain("'+91 98765 00009' names 2 students; use the id of one:");
  for (const { id } of [one, two]) expect(err).toContain(id);
  expect((await credit(two.id.toUpperCase(), '5', 'CASH-3')).out).toContain('Asha Roy (9876500009): 5.00 added');
});

it('if “landfall wallet credit” shows students without adding a credit, the audit log records a read', async () => {
  await credit('asha@example.com', '3', 'CASH-4');
  const reads = await readReadings(db);
  expect((await credit('asha@example.com', '3', 'CASH-5', '--dry-run')).out).toContain('Asha Nair (asha@example.com');
  expect((await credit('asha@example.com', '3', 'CASH-4')).out).toContain('Asha Nair (asha@example.com');
  expect((await credit('9876500009', '3', 'CASH-6')).err).toContain('Asha Roy (9876500009)');
  const command = 'wallet credit';
  expect((await readReadings(db)).slice(reads.length)).toMatchObject([
    { command, arguments: { identifier: 'asha@example.com', reference: 'CASH-5', 'dry-run': true } },
    { command, arguments: { identifier: 'asha@example.com', reference: 'CASH-4' } },
    { command, arguments: { identifier: '9876500009', reference: 'CASH-6' } },
  ]);
});

it('“landfall wallet credit” finds a student by INDOS or passport number', async () => {
  const { indos_number, passport_number } = await db
    .selectFrom('students')
    .select(['indos_number', 'passport_number'])
    .where('id', '=', asha.id)
    .executeTakeFirstOrThrow();
  for (const number of [indos_number, passport_number])
    expect((await credit(` ${number?.toLowerCase()}`, '1', `CASH-${number}`)).out).toContain('asha@example.com');
});

it('“landfall wallet credit” refuses an unknown student, an invalid amount and a missing reference', async () => {
  expect(await credit('nobody@example.com', '5', 'X')).toMatchObject({
    code: 1,
    err: "there is no student 'nobody@example.com'\n",
  });
  expect((await credit('asha@example.com', '0', 'X')).code).toBe(2);
  expect((await credit('asha@example.com', '1.005', 'X')).err).toContain('must be an amount in rupees');
  expect((await landfall('wallet', 'credit', 'asha@example.com', '5')).err).toContain('--reference: is missing');
  expect((await credit('asha@example.com', '5', ' ')).code).toBe(2);
});

it('the database refuses to change or delete wallet entries and audit entries', async () => {
  await expect(db.updateTable('wallet_entries').set({ amount_paise: 1 }).execute()).rejects.toThrow(/append-only/);
  await expect(db.deleteFrom('wallet_entries').execute()).rejects.toThrow(/append-only/);
  await expect(db.updateTable('audit_entries').set({ actor: 'nobody' }).execute()).rejects.toThrow(/append-only/);
  await expect(db.deleteFrom('audit_entries').execute()).rejects.toThrow(/append-only/);
});

it('“landfall wallet credit --dry-run” fails and does not name the student if no audit entry can be written', async () => {
  await db.schema.alterTable('audit_entries').renameTo('audit_away').execute();
  try {
    for (const who of ['asha@example.com', '9876500009']) {
      const { code, out, err } = await credit(who, '3', 'CASH-7', '--dry-run');
      expect(code).toBe(1);
      expect(out + err).not.toContain('Asha');
    }
  } finally {
    await db.schema.alterTable('audit_away').renameTo('audit_entries').execute();
  }
});

it('“landfall wallet credit” adds no credit if its audit entry cannot be written', async () => {
  const before = await entries();
  await db.schema.alterTable('audit_entries').renameTo('audit_away').execute();
  try {
    expect((await credit('asha@example.com', '5', 'CASH-4')).code).toBe(1);
  } finally {
    await db.schema.alterTable('audit_away').renameTo('audit_entries').execute();
  }
  expect(await entries()).toEqual(before);
});
