import { type Kysely, sql } from 'kysely';
import {
  getSaleTerms,
  listSalePackages,
  sellAtOffice as sellAtOfficeCall,
  settleDue,
} from '../../../contract/staff/order-money.ts';
import { recordStaffAction } from '../../db/audit-entry.ts';
import { type DatedDiscount, discountsInEffect, discountsJson, type StoredDiscount } from '../../db/discounts.ts';
import { toRupees } from '../../db/paise.ts';
import type { Database } from '../../db/schema.ts';
import { today } from '../../http/clock.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import { recordDuePayment } from './office-payment.repo.ts';
import { type SaleDeps, sellAtOffice } from './sell-at-office.ts';

/** Computes the price of a package in paise from its fee, the fees of its courses, and its discounts. */
type PricePackage = (
  fee: number,
  courseFees: readonly number[],
  discounts: readonly StoredDiscount[],
) => { main: number };

type PackageRow = {
  id: number;
  name: string;
  fee: number;
  courses: Array<{ course_id: number; course_name: string; fee: number }>;
  discounts: DatedDiscount[];
};

async function readPackages(db: Kysely<Database>): Promise<PackageRow[]> {
  const { rows } = await sql<PackageRow>`
    select p.id, p.package_name as name, p.total_fee_paise as fee,
      (select coalesce(jsonb_agg(jsonb_build_object('course_id', c.id, 'course_name', c.course_name,
          'fee', c.total_fee_paise) order by pc.position, c.id), '[]')
        from package_courses pc join courses c on c.id = pc.course_id where pc.package_id = p.id) as courses,
      ${discountsJson(sql`d.package_id = p.id`)} as discounts
    from packages p where p.is_active order by p.position, p.id`.execute(db);
  return rows;
}

/** The calls by which staff sell at the office and record payments (docs/product.md#sales-at-the-office). */
export function officeRoutes(mount: Mount, deps: SaleDeps & { pricePackage: PricePackage }): void {
  const now = () => new Date(deps.clock.now());

  mount(listSalePackages, async ({ db }) => ({
    statusCode: 200,
    data: (await readPackages(db)).map(({ id, name, fee, courses, discounts }) => {
      const price = deps.pricePackage(
        fee,
        courses.map((course) => course.fee),
        discountsInEffect(discounts, today(deps.clock)),
      );
      return { id, name, price: toRupees(price.main), courses };
    }),
  }));

  mount(getSaleTerms, async ({ db }) => {
    const { rows } = await deps.queries.settings.statement.execute(db);
    const settings = deps.queries.settings.read(rows);
    if (!settings) throw notFound();
    const { terms_version: version, terms_title: title, terms_content: content } = settings;
    return { statusCode: 200, data: { version, title, content } };
  });

  mount(sellAtOfficeCall, async ({ db, body, staff, address }) => {
    const { student_id: studentId, from_office_seats: fromOfficeSeats, terms_version: termsVersion } = body;
    const { line, price, payment, reason } = body;
    const sale = { studentId, line, price, payment, fromOfficeSeats, termsVersion, address };
    const data = await sellAtOffice(db, deps, sale);
    const subject = `order:${data.order_id}`;
    const sold = { line, price, payment, from_office_seats: fromOfficeSeats, terms_version: termsVersion };
    const after = { ...data, student_id: studentId, ...sold };
    await recordStaffAction(db, staff, { action: 'office sale', subject, after, reason }, now());
    return { statusCode: 200, data };
  });

  mount(settleDue, async ({ db, params: { id }, body: { change_id, payment, reason }, staff }) => {
    const paid = await recordDuePayment(db, deps.mail, { orderId: id, changeId: change_id, payment });
    if (paid === 'unknown') throw notFound();
    if (paid === 'paid') throw refuse(settleDue.refusals, 'ALREADY_PAID', 'This amount has been paid already.');
    if (paid === 'settled')
      throw refuse(
        settleDue.refusals,
        'NO_LONGER_DUE',
        'This amount is no longer due, because the booking has been changed since. Please load the order again.',
      );
    const after = { change_id, amount: toRupees(paid.paise), receipt_number: paid.receiptNumber, ...payment };
    await recordStaffAction(db, staff, { action: 'order due paid', subject: `order:${id}`, after, reason }, now());
    return { statusCode: 200 };
  });
}
