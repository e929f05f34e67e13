import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../server/db/schema.ts';
import { systemClock } from '../../server/http/clock.ts';
import { createStaff } from '../../tests/support/staff.ts';
import { newStudent } from './accounts.ts';
import { type Attack, repeat } from './attack.ts';
import type { Attacker, Reply } from './attacker.ts';

const certificates = 12;
const guessesEach = 40;

/**
 * Stores certificates with consecutive serial numbers, as when the staff console issues them.
 * @returns for each certificate its number followed by its verification code
 */
async function plantCertificates(db: Kysely<Database>, studentIds: readonly string[]): Promise<string[]> {
  const { id } = await createStaff({ db, clock: systemClock }, 'registrar');
  const { rows } = await sql<{ number: string; code: string }>`
    insert into certificates (number, year, serial, batch_id, student_id, student_name, indos_number, course_name,
      start_date, end_date, issued_at, issued_by)
    select 'LFC-2019-' || lpad(n::text, 6, '0'), 2019, n, (select min(id) from batches), s, 'Asha Nair', '19EL0001',
      'Fire Fighting', '2019-03-02', '2019-03-06', now(), ${id}
    from unnest(${studentIds}::uuid[]) with ordinality t (s, n) returning number, code`.execute(db);
  return rows.map(({ number, code }) => `${number}-${code}`);
}

/**
 * Guesses the verification codes of other certificates, as somebody who holds one certificate might. Half of the
 * guesses are close to the code of that certificate, the others are random.
 */
function guessCode(code: string, turn: number): string {
  const near = (BigInt(`0x${code}`) + BigInt(turn + 1)) % 2n ** 40n;
  const guess = turn % 2 === 0 ? near.toString(16).padStart(10, '0') : randomBytes(5).toString('hex');
  return guess.toUpperCase();
}

export const certificateNumbers: Attack = {
  name: 'List the certificates of others from the number of one’s own',
  async run(target, campaign) {
    const owners = await Promise.all(
      Array.from({ length: certificates }, async () => (await newStudent(target, campaign)).account.id),
    );
    const numbers = await plantCertificates(target.db, owners);
    const stranger = campaign.attacker(target.port);
    const own = numbers[0] ?? '';
    const checked = await stranger.get(`/api/certificates/${own}`);
    if (checked.status !== 200) throw new Error(`A valid certificate is not found: ${checked.text}`);
    const code = own.slice(-10);
    const serials = numbers.slice(1).map((number) => number.slice(0, -11));
    const guesses = serials.flatMap((serial) => [
      serial,
      `${serial}-${code}`,
      ...Array.from({ length: guessesEach }, (_, turn) => `${serial}-${guessCode(code, turn)}`),
    ]);
    const replies = await repeat(guesses.length, 8, (turn) => stranger.get(`/api/certificates/${guesses[turn]}`));
    const found = guesses.filter((_, index) => replies[index]?.status === 200);
    const isShared = new Set(numbers.map((number) => number.slice(-10))).size < numbers.length;
    const { browser } = await newStudent(target, campaign);
    const file = await browser.get(`/api/users/student/certificates/${own}/certificate.pdf`);
    const failures = [
      ...found.slice(0, 3),
      ...(isShared ? ['two certificates have the same code'] : []),
      ...(checked.text.includes('Nair') || checked.text.includes('19EL0001') ? ['the full name or INDOS number'] : []),
      ...(file.status === 200 ? ['the PDF of another student'] : []),
    ];
    return {
      gained: failures.join(', ') || `nothing by ${guesses.length} guesses of ${serials.length} numbers`,
      isHeld: failures.length === 0,
    };
  },
};

const token = () => randomBytes(32).toString('base64url');

/** The API calls of the pages to which links in emails lead, each call with a guessed or malformed token. */
const linkCalls: Array<[what: string, call: (browser: Attacker) => Promise<Reply>]> = [
  ['a choice', (browser) => browser.post('/api/batch-choice/read', { token: token() })],
  ['a refund', (browser) => browser.post('/api/batch-choice', { token: token(), choice: 'refund' })],
  ['a choice by a pattern', (browser) => browser.post('/api/batch-choice/read', { token: '%' })],
  ['a choice without a token', (browser) => browser.post('/api/batch-choice/read', { token: null })],
  ['an invitation', (browser) => browser.post('/api/staff/invitation/check', { token: token() })],
  ['an invitation by a pattern', (browser) => browser.post('/api/staff/invitation/check', { token: '%' })],
  [
    'a staff account',
    (browser) =>
      browser.post('/api/staff/invitation/accept', { token: token(), name: 'Eve', password: 'Quarterdeck#2026' }),
  ],
];
const triesEach = 30;
/**
 * How many calls of the rate class `form` the server accepts from one IP address in a minute (docs/product.md#rates).
 */
const mostAnswered = 20;

export const emailedLinks: Attack = {
  name: 'Guess the link of a batch choice or of a staff invitation',
  async run(target, campaign) {
    const failures: string[] = [];
    let answered = 0;
    for (const [what, call] of linkCalls) {
      const stranger = campaign.attacker(target.port);
      const replies = await repeat(triesEach, 4, () => call(stranger));
      if (replies.some(({ status }) => status === 200)) failures.push(what);
      const counted = replies.filter(({ status }) => status !== 429).length;
      if (counted > mostAnswered) failures.push(`${what}: ${counted} guesses a minute`);
      answered += counted;
    }
    return { gained: failures.join(', ') || `nothing by ${answered} guesses`, isHeld: failures.length === 0 };
  },
};
