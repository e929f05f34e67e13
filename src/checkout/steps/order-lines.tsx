import { type Attendance, bookingWarnings } from '../../../contract/booking-warnings.ts';
import type { Cart, CartItem } from '../../../contract/cart.ts';
import { paths } from '../../../contract/pages.ts';
import { lineName } from '../../../machines/cart-lines.ts';
import { useBatchOptions } from '../../cart/lines/swap-controls.ts';
import { useAttendances } from '../../cart/warnings/attendances.ts';
import { DatesNote } from '../../cart/warnings/dates-note.tsx';
import { formatDays, formatTotal } from '../../lib/format/format.ts';
import { PageLink } from '../../ui/links/page-link.tsx';
import { PriceTag } from '../../ui/price-tag.tsx';
import classes from '../checkout.module.css';
import { useCheckout } from '../checkout-context.ts';

type NoteProps = { attendances: readonly Attendance[]; options: ReturnType<typeof useBatchOptions> };

/** Warns about the dates of a course, with a link to the cart if choosing other dates can help. */
function CourseNote({ batchId, attendances, options }: NoteProps & { batchId: number }) {
  const planned = attendances.find(({ source, batch }) => source === 'cart' && batch.id === batchId);
  const warnings = planned ? bookingWarnings(planned, attendances) : [];
  if (!planned || warnings.length === 0) return null;
  return (
    <div className="stack gap-1">
      <DatesNote
        planned={planned}
        attendances={attendances}
        batches={options.status === 'known' ? options.batchesOf(planned.courseId) : null}
      />
      {warnings.some(({ kind }) => kind !== 'prerequisite') ? (
        <PageLink href={paths.cart} className="touch small">
          Change dates <span className="visually-hidden">of {planned.courseName}</span>
        </PageLink>
      ) : null}
    </div>
  );
}

function Line({ line, ...notes }: NoteProps & { line: CartItem }) {
  const { course } = line;
  return (
    <li className="panel stack wide gap-1-5 p-4 rounded">
      <div className={`row wrap baseline between ${classes.lineHead}`}>
        <h3 className="shrink anywhere">{lineName(line)}</h3>
        <PriceTag price={line.price} format={formatTotal} isBrief isPayable />
      </div>
      {course ? (
        <>
          <p className="soft small">{formatDays(course.batch.start_date, course.batch.end_date)}</p>
          <CourseNote batchId={course.batch.id} {...notes} />
        </>
      ) : null}
      {line.package ? (
        <ul className={`stack gap-2 ${classes.packageCourses}`}>
          {line.package.batches.map(({ course: { id, course_name }, batch }) => (
            <li className="stack" key={id}>
              {course_name}
              <span className="soft small">{formatDays(batch.start_date, batch.end_date)}</span>
              <CourseNote batchId={batch.id} {...notes} />
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** The ordered courses and packages with their dates, prices and warnings. */
export function OrderLines({ cart }: { cart: Cart }) {
  const { studentId, isOnline } = useCheckout();
  const attendances = useAttendances(studentId, cart);
  const hasWarning = attendances.some((one) => one.source === 'cart' && bookingWarnings(one, attendances).length > 0);
  const options = useBatchOptions(studentId, isOnline && hasWarning);
  return (
    <ul className="stack gap-3">
      {cart.items.map((line) => (
        <Line key={`${line.type}-${line.id}`} line={line} attendances={attendances} options={options} />
      ))}
    </ul>
  );
}
