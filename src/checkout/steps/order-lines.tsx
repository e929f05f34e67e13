import type { Cart, CartItem } from '../../../contract/cart.ts';
import { lineName } from '../../../machines/cart-lines.ts';
import { formatDays, formatTotal } from '../../lib/format/format.ts';
import { PriceTag } from '../../ui/price-tag.tsx';
import classes from '../checkout.module.css';

function Line({ line }: { line: CartItem }) {
  const { course } = line;
  return (
    <li className="panel stack wide gap-1-5 p-4 rounded">
      <div className={`row wrap baseline between ${classes.lineHead}`}>
        <h3 className="shrink anywhere">{lineName(line)}</h3>
        <PriceTag price={line.price} format={formatTotal} isBrief isPayable />
      </div>
      {course ? <p className="soft small">{formatDays(course.batch.start_date, course.batch.end_date)}</p> : null}
      {line.package ? (
        <ul className={`stack gap-2 ${classes.packageCourses}`}>
          {line.package.batches.map(({ course: { id, course_name }, batch }) => (
            <li className="stack" key={id}>
              {course_name}
              <span className="soft small">{formatDays(batch.start_date, batch.end_date)}</span>
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
    <ul className="stack gap-3">
      {cart.items.map((line) => (
        <Line key={`${line.type}-${line.id}`} line={line} />
      ))}
    </ul>
  );
}
