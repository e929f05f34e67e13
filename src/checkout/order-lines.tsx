import type { Cart, CartItem } from '../../contract/cart.ts';
import { lineName } from '../cart/line-parts.ts';
import { formatDays, formatTotal } from '../lib/format.ts';
import classes from './checkout.module.css';

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
        <ul className={classes.lineParts}>
          {line.package.batches.map((part) => (
            <li key={part.course.id}>
              {part.course.course_name}
              <span className={classes.soft}>{formatDays(part.batch.start_date, part.batch.end_date)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** What is ordered: each course or package with its batches and price. */
export function OrderLines({ cart }: { cart: Cart }) {
  return (
    <ul className={classes.lines}>
      {cart.items.map((line) => (
        <Line key={`${line.type}-${line.id}`} line={line} />
      ))}
    </ul>
  );
}
