import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, emptyTables } from '../../../support/database.ts';
import { createStudent } from '../../../support/student.ts';
import { countAudit, readAudit, readReadings, staffOf, untilWaiting } from '../staff.ts';

const { db, url } = await createTestDatabase();
const landfall = staffOf(url);
const folder = await mkdtemp(join(tmpdir(), 'landfall-import-'));
afterAll(() => rm(folder, { recursive: true }));

const path = join(folder, 'students.csv');
const header = 'first_name,last_name,email,mobile,whatsapp_number,dob,indos_number,passport_number';

async function importing(text: string | Uint8Array, ...options: string[]) {
  await writeFile(path, text);
  return landfall('students', 'import', path, ...options);
}

const readStudents = () =>
  db
    .selectFrom('students')
    .select(['first_name', 'last_name', 'email', 'mobile', 'whatsapp_number', 'dob', 'indos_number', 'passport_number'])
    .select(['is_default_password', 'password_hash', 'allowed_booking'])
    .orderBy('created_at')
    .orderBy('mobile')
    .execute();

beforeEach(async () => {
  await emptyTables(db, 'students');
});

describe('importing students', () => {
  it('“landfall students import” adds students without passwords, whatever the order of columns, line endings and quoting', async () => {
    const { code, out, err } = await importing(
      '\ufeff"Mobile",LAST_NAME,first_name,email,indos_number,dob\r\n' +
        '+91 98765 00001,"Nair, ""A""","As""ha",ASHA@Example.com,24el 0001,2004-02-29\r\n' +
        '09876500002,Menon,"Dev",,,\r\n\r\n',
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe('2 students added; each sets a password when signing in first\n');
    const [asha, dev] = await readStudents();
    expect(asha).toEqual({
      first_name: 'As"ha',
      last_name: 'Nair, "A"',
      email: 'asha@example.com',
      mobile: '9876500001',
      whatsapp_number: null,
      dob: '2004-02-29',
      indos_number: '24EL0001',
      passport_number: null,
      is_default_password: true,
      password_hash: null,
      allowed_booking: true,
    });
    expect(dev).toMatchObject({ mobile: '9876500002', email: null, dob: null });
    const audited = (await readAudit(db)).at(-1);
    expect(audited).toMatchObject({ command: 'students import', before: null });
    expect(audited?.after).toEqual({
      students: 2,
      file: 'students.csv',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(JSON.stringify(audited)).not.toContain('asha@example.com');
  });

  it('“landfall students import” lists every error with line and column and adds no student', async () => {
    const known = await createStudent(db, {
      email: 'known@example.com',
      mobile: '9876599999',
      passport_number: 'P7777',
      indos_number: null,
    });
    const [before, audited] = [await readStudents(), await countAudit(db)];
    const { code, out, err } = await importing(
      [
        header,
        'Ann,Bo,ann@example.com,9876500001,,2004-02-30,,',
        ',Bo,no mail,12345,98,2999-01-01,24EL-0001,1.23E+07',
        '"Two\nlines",Bo,ANN@example.com,9876500002,,,24EL0001,',
        'Cy,Do,KNOWN@example.com,9876500003,,,24el0001,p-7777',
        'Di,Do,,9876599999,,,,',
        'Ed,Do,9876500004',
        'Fay,Do,,9876500002,,,,',
      ].join('\n'),
    );
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err.trimEnd().split('\n')).toEqual([
      'students.csv has 16 errors; nothing was imported:',
      '  line 2  dob  must be a day written like 2004-02-29',
      '  line 3  first_name  First Name is required',
      '  line 3  email  Invalid email format',
      '  line 3  mobile  Phone number must be 10 digits',
      '  line 3  whatsapp_number  WhatsApp number must be 10 digits',
      '  line 3  passport_number  must be 4 to 20 letters and digits',
      '  line 3  dob  must be a day in the past',
      '  line 4  first_name  Use one line, without control characters',
      '  line 4  email  ann@example.com is in line 2 already',
      '  line 4  indos_number  24EL0001 is in line 3 already',
      '  line 6  indos_number  24EL0001 is in line 3 already',
      `  line 6  email  known@example.com belongs to student ${known.id} already`,
      `  line 6  passport_number  P7777 belongs to student ${known.id} already`,
      `  line 7  mobile  9876599999 belongs to student ${known.id} already`,
      '  line 8  has 3 fields, the first line has 8',
      '  line 9  mobile  9876500002 is in line 4 already',
    ]);
    expect(await readStudents()).toEqual(before);
    expect(await countAudit(db)).toBe(audited);
  });

  it('“landfall students import” refuses an INDOS number that is another student’s passport number, and vice versa', async () => {
    const known = await createStudent(db, { indos_number: '24EL7001', passport_number: 'P7001' });
    const { code, err } = await importing(
      [
        header,
        'Ann,Bo,,9876500001,,,24EL7002,24EL7002',
        'Cy,Do,,9876500002,,,,24EL7002',
        'Di,Do,,9876500003,,,P7001,24EL7001',
      ].join('\n'),
    );
    expect(code).toBe(1);
    expect(err.trimEnd().split('\n')).toEqual([
      'students.csv has 3 errors; nothing was imported:',
      '  line 3  passport_number  24EL7002 is in line 2 already',
      `  line 4  indos_number  P7001 belongs to student ${known.id} already`,
      `  line 4  passport_number  24EL7001 belongs to student ${known.id} already`,
    ]);
  });

  it('“landfall students import --dry-run” reports the errors that an import would report, but adds no student', async () => {
    const good = `${header}\nAnn,Bo,ann@example.com,9876500001,,,,\n`;
    expect((await importing(good, '--dry-run')).out).toContain('1 student added');
    expect(await readStudents()).toEqual([]);
    expect((await importing(good)).code).toBe(0);
    const again = await importing(good, '--dry-run');
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.err).toContain('2 errors');
    expect(await readStudents()).toHaveLength(1);
  });

  it('“landfall students import” accepts a shared mobile number only with --allow-shared-mobile', async () => {
    const family = `${header}\nAnn,Bo,,9876500001,,,,\nCy,Bo,,9876500001,,,,\n`;
    expect((await importing(family)).err).toContain('line 3  mobile  9876500001 is in line 2 already');
    expect((await importing(family, '--allow-shared-mobile')).code).toBe(0);
    expect(await readStudents()).toHaveLength(2);
  });

  it('“landfall students import” refuses a missing or invalid header line', async () => {
    const { err } = await importing('first_name,First_Name,surname,mobile\nA,B,C,9876500001\n');
    expect(err.trimEnd().split('\n').slice(1)).toEqual([
      expect.stringMatching(/^ {2}line 1 {2}surname {2}is no column of students: first_name, /),
      '  line 1  first_name  is there twice',
      '  line 1  last_name  is missing from the first line',
    ]);
    expect((await importing('')).err).toContain('the file is empty');
    expect(await importing(`${header}\n`)).toMatchObject({ code: 0, out: 'students.csv has no students\n' });
    expect((await importing(header.replaceAll(',', ';'))).err).toContain('is no column of students');
  });

  it('“landfall students import” refuses broken CSV, text that is not UTF-8, and unreadable files', async () => {
    const broken = await importing(`${header}\nAnn,Bo,,9876500001,,,,\n"Cy,Bo`);
    expect(broken.err).toContain('line 3  opens a quote that is never closed; nothing after it was read');
    expect((await importing(Buffer.from(`${header}\nJosé,Bo,,9876500001,,,,\n`, 'latin1'))).err).toContain(
      'is not UTF-8',
    );
    expect((await importing(Buffer.from(`\ufeff${header}`, 'utf16le'))).err).toContain('is not UTF-8');
    expect((await landfall('students', 'import', join(folder, 'none.csv'))).err).toContain('there is no file');
    expect((await landfall('students', 'import', folder)).err).toContain("can't be read (EISDIR)");
    expect(await readStudents()).toEqual([]);
  });

  it('“landfall students import” never prints control characters or text-direction marks from names in its error messages', async () => {
    const name = 'Ali\u202e';
    const { err } = await importing(`${header}\n${name}\u001b[31m,Bo,${name}@x,9876500001,,,,\n`);
    expect(err).toContain('first_name  Use one line');
    for (const character of ['\u202e', '\u001b']) expect(err).not.toContain(character);
    await importing(`${header}\n${name},O'Brien,,9876500001,,,,\n`);
    expect(await readStudents()).toMatchObject([{ first_name: name, last_name: "O'Brien" }]);
  });

  it('“landfall students import” adds 5,000 students in one run, or none if the last line has an error', async () => {
    const lines = Array.from(
      { length: 5_000 },
      (_, n) => `A${n},B,a${n}@example.com,98${String(n).padStart(8, '0')},,,,`,
    );
    expect((await importing([header, ...lines, 'A,B,a0@example.com,9700000000,,,,'].join('\n'))).err).toContain(
      'line 5002  email  a0@example.com is in line 2 already',
    );
    expect(await readStudents()).toEqual([]);
    expect((await importing([header, ...lines].join('\n'))).out).toContain('5,000 students added');
    expect(await readStudents()).toHaveLength(5_000);
  });

  it('“landfall students import” adds no student at all if another process adds one of the listed students at the same time', async () => {
    const other = await db.startTransaction().execute();
    await other
      .insertInto('students')
      .values({ first_name: 'Ann', last_name: 'Bo', email: 'ann@example.com' })
      .execute();
    const running = importing(`${header}\nCy,Bo,,9876500009,,,,\nAnn,Bo,ann@example.com,9876500001,,,,\n`);
    await untilWaiting(db);
    await other.commit().execute();
    const { code, err } = await running;
    expect(code).toBe(1);
    expect(err).toContain('added by somebody else just now; nothing was imported');
    expect(await readStudents()).toHaveLength(1);
  });
});

describe('students set-booking', () => {
  it('“landfall students set-booking” forbids or allows a student to book, and adds one audit entry for each change', async () => {
    const { id, email } = await createStudent(db, { email: 'asha@example.com', mobile: '9876500001' });
    const set = (value: string, ...more: string[]) => landfall('students', 'set-booking', email ?? '', value, ...more);
    const isAllowed = async () => (await readStudents())[0]?.allowed_booking;
    const audited = await countAudit(db);
    expect((await set('off', '--dry-run')).out).toContain('booking is off now');
    expect(await isAllowed()).toBe(true);
    expect((await set('off')).out).toBe('Asha Nair (asha@example.com, 9876500001): booking is off now\n');
    expect(await isAllowed()).toBe(false);
    expect((await set('off')).out).toContain('booking is off already');
    expect((await set('on')).code).toBe(0);
    expect(await isAllowed()).toBe(true);
    expect((await readAudit(db)).slice(audited)).toMatchObject([
      {
        command: 'students set-booking',
        before: { student_id: id, allowed_booking: true },
        after: { allowed_booking: false },
      },
      { before: { allowed_booking: false }, after: { student_id: id, allowed_booking: true } },
    ]);
    expect((await set('perhaps')).err).toContain('<value>: must be one of on, off');
    expect((await landfall('students', 'set-booking', 'nobody', 'on')).code).toBe(1);
  });

  it('if “landfall students set-booking” shows students without changing any, the audit log records a read', async () => {
    const { id } = await createStudent(db, { mobile: '9876500009' });
    await createStudent(db, { mobile: '9876500009', last_name: 'Roy' });
    const reads = await readReadings(db);
    const set = (who: string, value: string, ...more: string[]) =>
      landfall('students', 'set-booking', who, value, ...more);
    expect((await set(id, 'off', '--dry-run')).out).toContain('Asha Nair');
    expect((await set(id, 'on')).out).toContain('Asha Nair');
    expect((await set('9876500009', 'off')).err).toContain('Asha Roy');
    expect((await set(id, 'off')).code).toBe(0);
    const command = 'students set-booking';
    expect((await readReadings(db)).slice(reads.length)).toMatchObject([
      { command, arguments: { identifier: id, value: 'off', 'dry-run': true } },
      { command, arguments: { identifier: id, value: 'on' } },
      { command, arguments: { identifier: '9876500009', value: 'off' } },
    ]);
  });
});
