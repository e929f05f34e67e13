import '../ui/controls.css';
import { Button } from '@mantine/core';
import type { Batch } from '../../contract/batch.ts';
import type { BatchTrouble, CartItem } from '../../contract/cart.ts';
import { nearlyFullSeats } from '../../contract/limits.ts';
import { SeatCount } from '../catalogue/seat-count.tsx';
import { formatDays } from '../lib/format.ts';
import { CoursePicture } from '../ui/course-picture.tsx';
import { Notice } from '../ui/notice.tsx';
import { PriceTag } from '../ui/price-tag.tsx';
import classes from './cart.module.css';
import { lineName } from './cart-removal.ts';
import { batchWarnings, hasTrouble, packageWarning } from './cart-texts.ts';

function BatchLine({ batch, trouble }: { batch: Batch; trouble: BatchTrouble | null }) {
  const isScarce = trouble === null && batch.available <= nearlyFullSeats;
  return (
    <p className={classes.batch} data-trouble={trouble !== null || undefined}>
      <span className={classes.days}>{formatDays(batch.start_date, batch.end_date)}</span>
      {isScarce ? <SeatCount seats={batch.available} /> : null}
    </p>
  );
}

type CartLineProps = { line: CartItem; isRemoving: boolean; isWaiting: boolean; onRemove: () => void };

/** One line of the cart with its batches and their warnings (document 1, section 2 "Cart"). */
export function CartLine({ line, isRemoving, isWaiting, onRemove }: CartLineProps) {
  const name = lineName(line);
  const picture = line.course?.featured_image_url ?? line.package?.featured_image_url;
  return (
    <li className={classes.line} data-waiting={isWaiting || undefined}>
      <div className={classes.picture}>
        <CoursePicture url={picture} sizes="(min-width: 48em) 160px, 96px" />
      </div>
      <div className={classes.lineText}>
        <h2 className={classes.name}>{name}</h2>
        {line.course ? <BatchLine batch={line.course.batch} trouble={line.course.trouble} /> : null}
        {line.course?.trouble ? (
          <Notice tone="wrong" role="alert">
            {batchWarnings[line.course.trouble]}
          </Notice>
        ) : null}
        {line.package ? (
          <ul className={classes.parts}>
            {line.package.batches.map(({ course, batch, trouble }) => (
              <li key={course.id}>
                <span>{course.course_name}</span>
                <BatchLine batch={batch} trouble={trouble} />
              </li>
            ))}
          </ul>
        ) : null}
        {line.package && hasTrouble(line) ? (
          <Notice tone="wrong" role="alert">
            {packageWarning}
          </Notice>
        ) : null}
        {isWaiting ? <Notice tone="waiting">Removing it waits for the connection.</Notice> : null}
      </div>
      <div className={classes.lineSide}>
        <PriceTag price={line.price} />
        {isWaiting ? null : (
          <Button variant="subtle" color="red" onClick={onRemove} loading={isRemoving} aria-label={`Remove ${name}`}>
            Remove
          </Button>
        )}
      </div>
    </li>
  );
}
