import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeOrders } from '../../../../server/cli/orders/order-export.ts';
import { readCsv } from '../../../../server/student/import/csv-reader.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches } from '../../booking/academy-seed.ts';
import { addFire, addSea, type Created, placeOrder, pressPaymentButton, recheckOrder } from '../../orders/ordering.ts';
import { readReadings, staffOf } from '../staff.ts';

const academy = await openAcademy();
const { db, url, enrol } = academy;
const landfall = staffOf(url);
const folder = await mkdtemp(join(tmpdir(), 'landfall-export-'));
afterAll(() => rm(folder, { recursive: true }));

let paid: Created;
let waiting: Created;

async function exported(...words: string[]): Promise<Array<Record<string, string>>> {
  const { code, out, err } = await landfall('orders', 'export', ...words);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const [head, ...records] = readCsv(out.replace(/^\ufeff/, '')).records;
  return records.map(({ cells }) =>
    Object.fromEntries((head?.cells ?? []).map((name, index) => [name, cells[index] ?? ''])),
  );
}

const placeOn = (orderId: string, at: string) =>
  sql`update orders set created_at = ${at} where id = ${orderId}`.execute(db);

beforeAll(async () => {
  const asha = await enrol({ first_name: '=cmd|A1', last_name: 'Nair', email: 'asha@example.com' });
  await addSea(asha, batches.fireOpen, batches.radarOpen);
  paid = await placeOrder(asha);
  await pressPaymentButton(academy, paid, 'pay');
  await recheckOrder(asha, paid.attempt_id);
  const dev = await enrol({ first_name: 'Dev\u202e', last_name: 'Menon', email: 'dev@example.com' });
  await addFire(dev);
  waiting = await placeOrder(dev);
  // Write the name directly to the database: only in the past did the API accept names with line breaks.
  const name = { last_name: 'Nair, "A"\nof Kochi' };
  await db.updateTable('students').set(name).where('email', '=', 'asha@example.com').execute();
  await placeOn(paid.order_id, '2026-03-09T18:29:59.999Z');
  await placeOn(waiting.order_id, '2026-03-09T18:30:00Z');
});

describe('orders export', () => {
  it('“landfall orders export” writes one line for each order with its items, amounts and receipt number', async () => {
    const [first, second, ...others] = await exported();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      order_id: paid.order_id,
      ordered_at: '2026-03-09 23:59:59',
      state: 'completed',
      last_name: 'Nair, "A"\nof Kochi',
      email: 'asha@example.com',
      items: 'Sea Start',
      courses: 'Fire Fighting 2026-04-01 to 2026-04-03 (batch 1); Radar Simulator 2026-04-02 to 2026-04-04 (batch 11)',
      subtotal: '15000.00',
      discount: '1500.00',
      total: '13500.00',
      paid: '13500.00',
      to_refund: '0.00',
    });
    expect(first?.receipt_number).toMatch(/^LFR-\d{4}-\d{6}$/);
    expect(first?.payment_ids).not.toBe('');
    expect(second).toMatchObject({
      order_id: waiting.order_id,
      state: 'awaiting_payment',
      paid: '0.00',
      receipt_number: '',
    });
  });

  it('“landfall orders export” writes valid CSV and prevents spreadsheets from running a name as a formula', async () => {
    const { out } = await landfall('orders', 'export');
    expect(out).toContain(`,"'=cmd|A1","Nair, ""A""\nof Kochi",asha@example.com,`);
    expect(out).toContain(',Dev\u202e,Menon,');
    expect(out.endsWith('\r\n')).toBe(true);
    expect(out.replaceAll('\r\n', '').replaceAll('"A""\nof', '')).not.toMatch(/[\r\n]/);
  });

  it('“landfall orders export” filters orders by state and by a range of dates that includes its first and last day', async () => {
    const ids = async (...words: string[]) => (await exported(...words)).map(({ order_id }) => order_id);
    expect(await ids('--from', '2026-03-10')).toEqual([waiting.order_id]);
    expect(await ids('--to', '2026-03-09')).toEqual([paid.order_id]);
    expect(await ids('--from', '2026-03-09', '--to', '2026-03-10')).toEqual([paid.order_id, waiting.order_id]);
    expect(await ids('--state', 'completed')).toEqual([paid.order_id]);
    expect(await ids('--state', 'refunded')).toEqual([]);
  });

  it('“landfall orders export --out” writes a new file with mode 0600, and --bom adds a byte order mark', async () => {
    const file = join(folder, 'orders.csv');
    const { code, out } = await landfall('orders', 'export', '--out', file, '--bom');
    expect({ code, out }).toEqual({ code: 0, out: `2 orders written to ${file}\n` });
    const text = await readFile(file, 'utf8');
    expect(text.startsWith('\ufefforder_id,')).toBe(true);
    expect(text.slice(1)).toBe((await landfall('orders', 'export')).out);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const again = await landfall('orders', 'export', '--out', file);
    expect(again).toMatchObject({ code: 1, err: `${file} is there already: name another file\n` });
    expect((await landfall('orders', 'export', '--out', join(folder, 'no/where.csv'))).err).toContain('ENOENT');
  });

  it('“landfall orders export” leaves no incomplete file behind if the export fails', async () => {
    const file = join(folder, 'half.csv');
    await db.schema.alterTable('order_items').renameTo('order_away').execute();
    try {
      expect((await landfall('orders', 'export', '--out', file)).code).toBe(1);
    } finally {
      await db.schema.alterTable('order_away').renameTo('order_items').execute();
    }
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it('“landfall orders export” refuses invalid dates, unknown order states and unknown options', async () => {
    for (const words of [['--from', 'today'], ['--from', '2026-02-30'], ['--state', 'paid'], ['--out'], ['extra']])
      expect((await landfall('orders', 'export', ...words)).code).toBe(2);
    expect((await landfall('orders', 'export', '--from', '2026-03-10', '--to', '2026-03-09')).err).toContain(
      '--from is after --to',
    );
  });
});

describe('orders show', () => {
  it('“landfall orders show” prints every section of an order in readable form', async () => {
    const { code, out } = await landfall('orders', 'show', paid.order_id);
    expect(code).toBe(0);
    const sections = ['order', 'student', 'items', 'batches', 'seats', 'enrolments', 'attempts', 'payments'].concat([
      'refunds',
      'ledger',
      'history',
      'mails',
    ]);
    expect([...out.matchAll(/^(\w+)\n/gm)].map(([, name]) => name)).toEqual(sections);
    expect(out).toMatch(/^ {2}state +completed$/m);
    expect(out).toMatch(/^ {2}created at +2026-03-09 23:59:59$/m);
    expect(out).toMatch(/^ {2}total +13500\.00$/m);
    expect(out).toMatch(/^ {2}last name +Nair, "A"\\nof Kochi$/m);
    expect(out).toMatch(/ 1 {2}booking +1 /);
    expect(out).toMatch(/approved +13500\.00/);
    expect(out).toMatch(/revenue +-13500\.00$/m);
    expect(out).toMatch(/order +awaiting_payment +completed +paid$/m);
    expect(out).toMatch(/asha@example\.com +Booking confirmed/);
    expect(out).toMatch(/^refunds\n {2}none$/m);
    expect(out).not.toMatch(/ $/m);
  });

  it('“landfall orders show” escapes names that contain terminal control characters', async () => {
    const { out } = await landfall('orders', 'show', waiting.order_id);
    expect(out).toMatch(/^ {2}first name +Dev\\u202e$/m);
    expect(out).toMatch(/^enrolments\n {2}none$/m);
    expect(out).toMatch(/hold +1 +\d{4}-/m);
  });

  it('“landfall orders show --json” prints the order with amounts in paise', async () => {
    const { out } = await landfall('orders', 'show', paid.order_id, '--json');
    const detail = JSON.parse(out);
    expect(detail.order).toMatchObject([
      { id: paid.order_id, total_paise: 1_350_000, created_at: '2026-03-09T18:29:59.999Z' },
    ]);
    expect(detail.ledger.map((entry: { amount_paise: number }) => entry.amount_paise)).toEqual([1_350_000, -1_350_000]);
    expect(detail.mails).toHaveLength(1);
  });

  it('“landfall orders show” refuses an unknown order id', async () => {
    expect(await landfall('orders', 'show', 'LF-2026-999999')).toEqual({
      code: 1,
      out: '',
      err: "there is no order 'LF-2026-999999'\n",
    });
    expect((await landfall('orders', 'show', '%')).code).toBe(1);
  });
});

it('the audit log records who ran “landfall orders export” or “landfall orders show”, even for an unknown order', async () => {
  const before = await readReadings(db);
  await landfall('orders', 'export', '--state', 'completed');
  await landfall('orders', 'show', 'LF-2026-999999', '--json');
  const reading = { actor: 'Priya (accounts)', before: null, after: null };
  expect((await readReadings(db)).slice(before.length)).toEqual([
    { ...reading, command: 'orders export', arguments: { state: 'completed', bom: false } },
    { ...reading, command: 'orders show', arguments: { order_id: 'LF-2026-999999', json: true } },
  ]);
});

it('writeOrders exports 20,000 orders in small pages, all from one snapshot of the database', async () => {
  const many = 20_000;
  await sql`insert into orders (id, student_id, state, subtotal_paise, discount_paise, total_paise, terms_version, terms_accepted_at)
    select 'LF-2020-' || n, (select id from students limit 1), 'expired', 0, 0, 0, repeat('v', 200), now()
    from generate_series(1, ${many}) as n`.execute(db);
  let largest = 0;
  let pages = 0;
  const count = await writeOrders(db, { state: 'expired' }, async (text) => {
    pages += 1;
    largest = Math.max(largest, text.length);
    if (pages === 3) await sql`delete from orders where id = ${`LF-2020-${many}`}`.execute(db);
  });
  expect(count).toBe(many);
  expect(pages).toBe(many / 500 + 1);
  expect(largest).toBeLessThan(500 * 600);
});
