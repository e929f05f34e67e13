import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { brandSchema } from '../../../contract/content.ts';
import type { JoiningCourse } from '../../../contract/joining.ts';
import type { SqlRead } from '../../db/connection/pipeline.ts';
import {
  detailAtVenueSql,
  type JoiningSource,
  joiningDetailSql,
  ownDocumentsSql,
  readJoining,
} from '../../db/joining.ts';

const academySchema = brandSchema.pick({ name: true, address: true, admissions_phones: true }).nullable().catch(null);

/**
 * A booked course as it is shown in emails. `start_date` and `end_date` are the batch's current dates, not those at the
 * time of the order. `start` and `end` are the same dates as text, such as `1 Apr 2026`. `is_cancelled`: the academy
 * has cancelled the batch, and the student is still booked in it.
 */
type BookedCourse = JoiningCourse & {
  course_id: number;
  batch_id: number;
  package_name: string | null;
  start_date: string;
  end_date: string;
  start: string;
  end: string;
  is_cancelled: boolean;
};
type StoredCourse = Omit<BookedCourse, 'place' | 'joining'> & Pick<JoiningSource, 'detail'>;

/** The data of an order and its student that emails need. `academy` is null until content is loaded. */
export type EmailedOrder = {
  id: string;
  attemptId: string;
  email: string;
  firstName: string;
  fullName: string;
  totalPaise: number;
  courses: BookedCourse[];
  academy: z.infer<typeof academySchema>;
};

type Row = {
  id: string;
  attempt_id: string;
  email: string | null;
  first_name: string;
  last_name: string;
  total_paise: number;
  academy: unknown;
  own_documents: JoiningSource['own_documents'];
  courses: StoredCourse[] | null;
};

function toEmailedOrder(row: Row): EmailedOrder | null {
  if (!row.email) return null;
  const academy = academySchema.parse(row.academy);
  const shared = { own_documents: row.own_documents, academy_address: academy?.address ?? null };
  return {
    id: row.id,
    attemptId: row.attempt_id,
    email: row.email,
    firstName: row.first_name,
    fullName: `${row.first_name} ${row.last_name}`,
    totalPaise: row.total_paise,
    courses: (row.courses ?? []).map(({ detail, ...course }) => ({
      ...course,
      ...readJoining({ detail, end_date: course.end_date, ...shared }),
    })),
    academy,
  };
}

/**
 * Reads orders for the emails about them, by their ids. An order has no entry if its student has no email address: no
 * email is sent then, and the student finds the same facts in My Orders. `orderIds` is an SQL expression for an array.
 */
export function emailedOrdersQuery(orderIds: RawBuilder<unknown>): SqlRead<Map<string, EmailedOrder>> {
  const statement = sql<Row>`
    select o.id, s.email, s.first_name, s.last_name, o.total_paise,
      (select a.id from payment_attempts a where a.order_id = o.id order by a.number desc limit 1) as attempt_id,
      (select body from cms_documents where key = 'brand') as academy,
      ${ownDocumentsSql(sql`o.student_id`)} as own_documents,
      (select jsonb_agg(jsonb_build_object('course_id', c.course_id, 'course_name', c.course_name,
          'batch_id', c.batch_id, 'start_date', b.start_date, 'detail', ${detailAtVenueSql(joiningDetailSql(sql`k.detail`), sql`c.batch_id`)}, 'end_date', b.end_date,
          'is_cancelled', b.publication = 'cancelled', 'package_name', case i.type when 'package' then i.name end,
          'start', to_char(b.start_date, 'FMDD Mon YYYY'), 'end', to_char(b.end_date, 'FMDD Mon YYYY'))
          order by i.position, b.start_date, c.course_id)
        from order_items i join order_item_courses c on c.order_item_id = i.id join courses k on k.id = c.course_id
          join batches b on b.id = c.batch_id
        where i.order_id = o.id and i.cancelled_at is null) as courses
    from orders o join students s on s.id = o.student_id where o.id = any(${orderIds})`;
  return {
    statement,
    read: (rows) => {
      const orders = (rows as Row[]).map(toEmailedOrder).filter((order) => order !== null);
      return new Map(orders.map((order) => [order.id, order]));
    },
  };
}

/** Reads one order for an email about it; null if the student has no email address. `orderId` is an SQL expression. */
export function emailedOrderQuery(orderId: RawBuilder<unknown>): SqlRead<EmailedOrder | null> {
  const { statement, read } = emailedOrdersQuery(sql`array[${orderId}]::text[]`);
  return { statement, read: (rows) => [...read(rows).values()][0] ?? null };
}
