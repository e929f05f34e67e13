import { randomBytes, randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { longestFile } from '../../contract/files.ts';
import type { Database } from '../../server/db/schema.ts';
import { multipart, multipartType } from '../../tests/support/multipart.ts';
import { makePdf } from '../../tests/support/pdf.ts';
import { newStudent } from './accounts.ts';
import { type Attack, repeat } from './attack.ts';
import type { Attacker, Reply } from './attacker.ts';

/** The maximum number of bytes that all requests of one IP address in one day may add to the disk. */
const mostBytesADay = 200 * 1024 * 1024;
const minutesADay = 1440;
/**
 * The default rate limits: how many error reports an IP address may send in a minute, and how many calls that change
 * something a student may make in a minute.
 */
const [reportsAMinute, changesAMinute] = [120, 120];

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

async function databaseBytes(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database())::float8 as bytes`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}

/**
 * Returns a text of this many random Chinese characters. Each takes three bytes, which PostgreSQL can hardly compress.
 */
const noise = (characters: number) =>
  String.fromCharCode(...Array.from({ length: characters }, () => randomInt(0x4e00, 0x9fff)));

function report(attacker: Attacker): Promise<Reply> {
  return attacker.post('/api/collect/error/client-error-log', {
    source: 'page',
    name: noise(100),
    message: noise(1000),
    stack: noise(6000),
    code: noise(100),
    release: noise(100),
    timestamp: new Date().toISOString(),
    userAgent: noise(500),
    urlLocation: `/${noise(499)}`,
  });
}

const [firstReports, furtherReports] = [900, 200];

export const errorReports: Attack = {
  name: 'Fill the disk with error reports from one address',
  async run({ db, port }, campaign) {
    const stranger = campaign.attacker(port);
    const measure = async (times: number) => {
      const before = await databaseBytes(db);
      const replies = await repeat(times, 8, () => report(stranger));
      const bytes = (await databaseBytes(db)) - before;
      return { bytes, stored: replies.filter(({ status }) => status === 200).length };
    };
    const first = await measure(firstReports);
    const further = await measure(furtherReports);
    // Estimate the bytes that error reports add in a whole day. The first reports of the day add what `first` has
    // measured. Each later report adds the average size of a report in `further`.
    const day = first.bytes + (further.bytes / furtherReports) * (reportsAMinute * minutesADay - firstReports);
    const gained = `${megabytes(first.bytes + further.bytes)} by ${first.stored + further.stored} reports, ${megabytes(day)} a day`;
    return { gained, isHeld: day <= mostBytesADay && first.stored > 0 };
  },
};

/** Returns a valid PDF of about this many bytes, with new random content each time. */
function writePdf(bytes: number): string {
  return makePdf([`(${randomBytes(Math.floor(bytes / 2)).toString('hex')})`]);
}

function upload(attacker: Attacker, pdf: string): Promise<Reply> {
  const headers = { 'content-type': multipartType };
  return attacker.send('POST', '/api/aws/file/aws-upload', {
    bytes: multipart({ name: 'a.pdf', type: 'application/pdf', bytes: pdf }),
    headers,
  });
}

const filesEach = { unverified: 12, verified: 16 };
const mostLoose = { unverified: 3, verified: 10 };

export const looseUploads: Attack = {
  name: 'Fill the disk with uploads that no document uses',
  async run(target, campaign) {
    const pdf = writePdf(20_000);
    const fill = async (kind: 'unverified' | 'verified') => {
      const { browser } = await newStudent(target, campaign, { isVerified: kind === 'verified' });
      const replies = await repeat(filesEach[kind], 2, () => upload(browser, pdf));
      return replies.filter(({ status }) => status === 200).length;
    };
    const [unverified, verified] = [await fill('unverified'), await fill('verified')];
    const isHeld = unverified <= mostLoose.unverified && verified <= mostLoose.verified && unverified > 0;
    const counts = `unverified account: ${unverified} of ${filesEach.unverified} files, verified: ${verified} of ${filesEach.verified}`;
    return { gained: counts, isHeld };
  },
};

const [accounts, uploadsEach] = [8, 3];

export const uploadsByAddress: Attack = {
  name: `Fill the disk with uploads of ${accounts} new accounts at one address`,
  async run(target, campaign) {
    const address = campaign.attacker(target.port).address;
    const pdf = writePdf(longestFile - 10_000);
    const stored = await repeat(accounts, 1, async () => {
      const { browser } = await newStudent(target, campaign, { address, isVerified: false });
      const replies = await repeat(uploadsEach, 1, () => upload(browser, pdf));
      return replies.filter(({ status }) => status === 200).length;
    });
    const bytes = stored.reduce((sum, files) => sum + files, 0) * pdf.length;
    // The attack succeeds if its last account can still store a file, because an attacker could then go on with more
    // accounts.
    const isHeld = bytes <= mostBytesADay && stored.at(-1) === 0;
    return { gained: `${megabytes(bytes)}; the last account stored ${stored.at(-1)} files`, isHeld };
  },
};

const deletions = 60;

export const storedResponses: Attack = {
  name: 'Fill the disk with the stored responses of repeatable calls',
  async run(target, campaign) {
    const { db } = target;
    const { browser } = await newStudent(target, campaign);
    const { rows } = await sql<{ course_id: number; batch_id: number }>`
      select distinct on (b.course_id) b.course_id, b.id as batch_id from batches b join courses c on c.id = b.course_id
      where c.is_active and b.status = 'open' and b.start_date > current_date + 7 limit 50`.execute(db);
    await repeat(rows.length, 4, (turn) => browser.post('/api/cart/add', { type: 'course', ...rows[turn] }));
    const before = await databaseBytes(db);
    // Each call removes a course that is not in the cart. So the cart stays full, and each response lists all of its
    // lines. The attack succeeds if the server fills the disk by storing these large responses for repeated calls.
    const body = { item_type: 'course', course_id: 2_000_000_000 };
    const replies = await repeat(deletions, 4, () => browser.send('DELETE', '/api/cart', { body }));
    const stored = replies.filter(({ status }) => status === 200).length;
    const each = ((await databaseBytes(db)) - before) / deletions;
    const day = each * changesAMinute * minutesADay;
    const gained = `${Math.round(each)} bytes by each of ${stored} calls, ${megabytes(day)} a day and student`;
    return { gained, isHeld: day <= mostBytesADay };
  },
};
