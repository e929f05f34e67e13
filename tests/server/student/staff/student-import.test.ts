import { describe, expect, it } from 'vitest';
import type { ImportRow } from '../../../../contract/staff/student-import.ts';
import { createStudent, startTestApp } from '../../../support/server.ts';
import { hire } from '../../../support/staff.ts';

const app = await startTestApp();
const { headers } = await hire(app, 'registrar');

type Checked = {
  rows: ImportRow[];
  known: number;
  faults: Array<{ line: number; column: string; reason: string }>;
  fault_count: number;
};
const names = { file_name: 'cadets.csv', may_share_mobile: false };
const check = async (text: string, options: object = {}) => {
  const body = { ...names, text, ...options };
  const answer = await app.call('POST', '/api/staff/students/import/check', { body, headers });
  return (answer.body as { data: Checked }).data;
};
const run = (rows: ImportRow[], options: object = {}) =>
  app.call('POST', '/api/staff/students/import/lines', { body: { ...names, rows, ...options }, headers });
const countStudents = async () => {
  const rows = await app.db.selectFrom('students').select('id').execute();
  return rows.length;
};

const head = 'first_name,last_name,mobile,email,indos_number';

describe('importing students', () => {
  it('checking an import of students stores nothing, and the import then adds exactly the checked students', async () => {
    const before = await countStudents();
    const text = `\ufeff${head}\r\n"As""ha","Nair, A",+91 98700 00001,ASHA@ship.example,24el 0001\r\n\r\nDev,Menon,9870000002,,\r\n`;
    const checked = await check(text);
    expect(checked).toMatchObject({ known: 0, faults: [], fault_count: 0 });
    expect(checked.rows.map(({ line }) => line)).toEqual([2, 4]);
    expect(await countStudents()).toBe(before);
    expect((await run(checked.rows)).body).toMatchObject({ data: { added: 2, known: 0 } });
    const asha = await app.db
      .selectFrom('students')
      .select(['first_name', 'last_name', 'mobile', 'indos_number', 'is_default_password'])
      .where('email', '=', 'asha@ship.example')
      .executeTakeFirst();
    expect(asha).toEqual({
      ...{ first_name: 'As"ha', last_name: 'Nair, A', mobile: '9870000001', indos_number: '24EL0001' },
      is_default_password: true,
    });
  });

  it('importing the same students again adds no student and changes none', async () => {
    const text = `${head}\nNila,Das,9870000011,nila@ship.example,24EL0011\nOm,Sen,9870000012,om@ship.example,`;
    await run((await check(text)).rows);
    const before = await countStudents();
    const again = await check(text.replace('Nila', 'Changed'));
    expect(again).toMatchObject({ known: 2, faults: [] });
    expect((await run(again.rows)).body).toMatchObject({ data: { added: 0, known: 2 } });
    expect(await countStudents()).toBe(before);
    const nila = app.db.selectFrom('students').select('first_name').where('email', '=', 'nila@ship.example');
    expect(await nila.executeTakeFirst()).toEqual({ first_name: 'Nila' });
  });

  it('an interrupted import of students is completed by running it again', async () => {
    const lines = Array.from({ length: 6 }, (_, n) => `Cadet,No${n},987000002${n},cadet${n}@ship.example,`);
    const { rows } = await check([head, ...lines].join('\n'));
    await run(rows.slice(0, 4));
    expect((await run(rows)).body).toMatchObject({ data: { added: 2, known: 4 } });
  });

  it.each([false, true])(
    'repeating an interrupted import of students without email and INDOS number adds nobody twice (shared mobile numbers allowed: %s)',
    async (may_share_mobile) => {
      const options = { may_share_mobile };
      const lines = Array.from({ length: 4 }, (_, n) => `Sailor,No${n},98700000${may_share_mobile ? 7 : 8}${n},,`);
      const text = [head, ...lines].join('\n');
      const { rows } = await check(text, options);
      expect((await run(rows.slice(0, 3), options)).body).toMatchObject({ data: { added: 3, known: 0 } });
      expect(await check(text, options)).toMatchObject({ known: 3, fault_count: 0 });
      expect((await run(rows, options)).body).toMatchObject({ data: { added: 1, known: 3 } });
    },
  );

  it('an imported student with an existing student’s name and mobile number, but another INDOS number or birth date, is a new student', async () => {
    const family = 'first_name,last_name,mobile,indos_number,dob';
    const elder = { mobile: '9870000091', first_name: 'Ravi', last_name: 'Rao', email: null };
    await createStudent(app.db, { ...elder, indos_number: '24EL0091', dob: '1970-05-01' });
    const text = `${family}\nRavi,Rao,9870000091,24EL0092,\nRavi,Rao,9870000091,,1999-05-01\nRAVI,Rao,9870000091,,1970-05-01`;
    expect(await check(text, { may_share_mobile: true })).toMatchObject({ known: 1, fault_count: 0 });
  });

  it('an import reports an error for a student whose name and mobile number match one student and whose passport number matches another', async () => {
    const twin = { first_name: 'Tara', last_name: 'Bose', email: null, indos_number: null };
    await createStudent(app.db, { ...twin, mobile: '9870000093', passport_number: null });
    await createStudent(app.db, { mobile: '9870000094', email: null, indos_number: null, passport_number: 'P9870093' });
    const text = 'first_name,last_name,mobile,passport_number\nTara,Bose,9870000093,P9870093';
    const { known, faults } = await check(text, { may_share_mobile: true });
    expect([known, faults.map(({ column }) => column)]).toEqual([0, ['passport_number']]);
  });

  it('checking an import of students reports errors by line and column: invalid values, duplicates in the file and existing students', async () => {
    await createStudent(app.db, { mobile: '9870000031', email: 'taken@ship.example', indos_number: null });
    await createStudent(app.db, { mobile: '9870000032', email: null, indos_number: '24EL0032' });
    const { faults, fault_count } = await check(
      [
        head,
        ',Nair,12,not-an-address,',
        'Twin,One,9870000041,,24EL0041',
        'Twin,Two,9870000042,,24EL0041',
        'Shares,Phone,9870000031,,',
        'Two,People,9870000043,taken@ship.example,24EL0032',
        'Too,Few,9870000044',
      ].join('\n'),
    );
    expect(faults.map(({ line, column }) => [line, column])).toEqual([
      [2, 'first_name'],
      [2, 'email'],
      [2, 'mobile'],
      [4, 'indos_number'],
      [5, 'mobile'],
      [6, 'email'],
      [7, ''],
    ]);
    expect(fault_count).toBe(7);
  });

  it('an import of students with an error in one line is refused as a whole, and the response names the line', async () => {
    const { rows } = await check(`${head}\nGood,One,9870000051,,\nBad,One,12,,`);
    const before = await countStudents();
    expect(await run(rows)).toMatchObject({
      status: 409,
      body: { code: 'IMPORT_FAULTY', data: { faults: [{ line: 3, column: 'mobile' }] } },
    });
    expect(await countStudents()).toBe(before);
  });

  it('an import of students accepts a mobile number shared by a family only if staff allow it', async () => {
    const text = `${head}\nElder,Rao,9870000061,elder@ship.example,\nYounger,Rao,9870000061,younger@ship.example,`;
    expect((await check(text)).fault_count).toBe(1);
    const { rows, fault_count } = await check(text, { may_share_mobile: true });
    expect(fault_count).toBe(0);
    expect((await run(rows, { may_share_mobile: true })).body).toMatchObject({ data: { added: 2 } });
  });

  it.each([
    ['', 'the file is empty'],
    ['first_name,surname\nA,B', 'is no column of students'],
    [`${head}\nAsha,"Nair`, 'opens a quote that is never closed'],
  ])('an import of students refuses the unreadable file %j with the reason', async (text, reason) => {
    expect((await check(text)).faults.map((fault) => fault.reason).join('\n')).toContain(reason);
  });
});
