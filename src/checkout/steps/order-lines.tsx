import type { Cart, CartItem } from '../../../contract/cart.ts';
import { lineName } from '../../cart/line-courses.ts';
import { formatDays, formatTotal } from '../../lib/format/format.ts';
import classes from '../checkout.module.css';

function Line({ line }: { line: CartItem }) {
  const { course } = line;
  return (
    <li className={classes.line}>
      <div className={classes.lineHead}>
        <h3>{lineName(line)}</h3>
        <span className={classes.amount}>{formatTotal(line.price.main)}</span>
      </div>
      {course ? <p className={classes.soft}>{formatDays(course.batch.start_date, course.batch.end_date)}</p> : null}
      {line.package ? (
        <ul className={classes.packageCourses}>
          {line.package.batches.map(({ course: { id, course_name }, batch }) => (
            <li key={id}>
              {course_name}
              <span className={classes.soft}>{formatDays(batch.start_date, batch.end_date)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** The ordered courses and packages with their dates and prices. */
export function OrderLines({ cart }: { cart: Cart }) {
  return (
    <ul className={classes.lines}>
      {cart.items.map((line) => (
        <Line key={`${line.type}-${line.id}`} line={line} />
      ))}
    </ul>
  );
}
