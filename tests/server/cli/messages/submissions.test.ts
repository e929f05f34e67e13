import { beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../../support/database.ts';
import { createStudent } from '../../../support/student.ts';
import { readReadings, staffOf } from '../staff.ts';

const { db, url } = await createTestDatabase();
const landfall = staffOf(url);
const contact = { name: 'Joy, "J" Roy', email: 'joy@example.com', phone: '', subject: 'fees', message: 'How\nmuch?' };

beforeAll(async () => {
  await db
    .insertInto('submissions')
    .values([
      { kind: 'contact', reference: 'C-1', body: JSON.stringify(contact), created_at: '2026-03-09T18:29:59Z' },
      {
        kind: 'grievance',
        reference: 'G-1',
        body: JSON.stringify({ grievance: 'The mess\u202e', anonymous: true, name: 'x' }),
        created_at: '2026-03-09T18:30:00Z',
      },
      {
        kind: 'grievance',
        reference: 'G-2',
        body: JSON.stringify({ grievance: 'w'.repeat(300), name: 'Dev', contact: '98', email: '', anonymous: false }),
        created_at: '2026-03-11T00:00:00Z',
        state: 'forwarded',
      },
    ])
    .execute();
});

const references = (out: string) => [...out.matchAll(/\b[CG]-\d\b/g)].map(([text]) => text);

it('“landfall submissions list” prints the forms that visitors have sent, oldest first, one form on each line', async () => {
  const { code, out } = await landfall('submissions', 'list');
  expect(code).toBe(0);
  expect(references(out)).toEqual(['C-1', 'G-1', 'G-2']);
  const [head, first, second, third] = out.trimEnd().split('\n');
  expect(head).toMatch(/^at +kind +reference +state +from +contact +text$/);
  expect(first).toMatch(/^2026-03-09 23:59 {2}contact .+Joy, "J" Roy +joy@example\.com {2}fees: How\\nmuch\?$/);
  expect(second).toMatch(/\(anonymous\) +The mess\\u202e$/);
  expect(third).toMatch(/forwarded {2}Dev +98 +w{99}…$/);
});

it('“landfall submissions list” filters the forms that visitors have sent by kind and by date in the academy’s time zone', async () => {
  expect(references((await landfall('submissions', 'list', '--kind', 'grievance')).out)).toEqual(['G-1', 'G-2']);
  expect(references((await landfall('submissions', 'list', '--from', '2026-03-10')).out)).toEqual(['G-1', 'G-2']);
  const none = await landfall('submissions', 'list', '--kind', 'contact', '--from', '2026-03-10');
  expect(none).toEqual({ code: 0, out: 'no submissions\n', err: '' });
});

it('“landfall submissions list --json” prints every field of the forms that visitors have sent, one form on each line', async () => {
  const { out } = await landfall('submissions', 'list', '--json');
  const submissions = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(submissions[0]).toEqual({
    at: '2026-03-09 23:59',
    kind: 'contact',
    reference: 'C-1',
    state: 'received',
    body: contact,
  });
  expect(submissions[2].body.grievance).toHaveLength(300);
});

it('“landfall submissions list” refuses an unknown kind of form and an invalid date', async () => {
  expect((await landfall('submissions', 'list', '--kind', 'praise')).err).toContain(
    '--kind: must be one of contact, grievance',
  );
  expect((await landfall('submissions', 'list', '--from', '2026-02-30')).err).toContain('--from: must be a day');
});

it('the database rejects an anonymous grievance with a student id', async () => {
  const { id } = await createStudent(db);
  const body = JSON.stringify({ grievance: 'The mess', anonymous: true });
  const row = { kind: 'grievance' as const, reference: 'G-9', body, student_id: id };
  await expect(db.insertInto('submissions').values(row).execute()).rejects.toThrow(/check constraint/);
});

it('“landfall submissions list” records in the audit log who read the list', async () => {
  const before = await readReadings(db);
  await landfall('submissions', 'list', '--kind', 'grievance');
  expect((await readReadings(db)).slice(before.length)).toMatchObject([
    { actor: 'Priya (accounts)', command: 'submissions list', arguments: { kind: 'grievance' }, after: null },
  ]);
});
