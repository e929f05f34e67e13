import '../ui/controls.css';
import { Button } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import type { CartItem } from '../../contract/cart.ts';
import { formatPrice } from '../lib/format.ts';
import { CoursePicture } from '../ui/course-picture.tsx';
import { Notice } from '../ui/notice.tsx';
import { PriceTag } from '../ui/price-tag.tsx';
import { BatchSwap, FixedBatch } from './batch-swap.tsx';
import classes from './cart.module.css';
import { LineDecision } from './line-decision.tsx';
import { hasTrouble, type LinePart, lineName, partsOf } from './line-parts.ts';
import type { SwapDesk } from './swap-desk.ts';

type CartLineProps = {
  line: CartItem;
  desk: SwapDesk;
  /** Its price when it was added here, in rupees, where that was another. */
  wasPrice: number | null;
  isRemoving: boolean;
  /** Its removal waits for the connection. */
  isWaiting: boolean;
  onRemove: () => void;
};

/** The batches; those that ask for a decision stand there. */
function Batches({ line, desk, isWaiting }: Pick<CartLineProps, 'line' | 'desk' | 'isWaiting'>) {
  const shown = partsOf(line).filter(({ trouble }) => isWaiting || trouble === null);
  const batchOf = (part: LinePart) =>
    isWaiting ? <FixedBatch part={part} /> : <BatchSwap line={line} part={part} desk={desk} />;
  if (line.type === 'course') return shown.map((part) => <div key={part.courseId}>{batchOf(part)}</div>);
  if (shown.length === 0) return null;
  return (
    <ul className={classes.parts}>
      {shown.map((part) => (
        <li key={part.courseId}>
          <span>{part.courseName}</span>
          {batchOf(part)}
        </li>
      ))}
    </ul>
  );
}

/** A decision takes its selector with it: the focus then stays with its line. */
function useFocusOnDecided(ref: RefObject<HTMLElement | null>, needsDecision: boolean): void {
  const before = useRef(needsDecision);
  useEffect(() => {
    if (before.current && !needsDecision && document.activeElement === document.body)
      ref.current?.focus({ preventScroll: true });
    before.current = needsDecision;
  }, [ref, needsDecision]);
}

/** One line of the cart with its batches and their warnings (document 1, section 2 "Cart"). */
export function CartLine({ line, desk, wasPrice, isRemoving, isWaiting, onRemove }: CartLineProps) {
  const lineRef = useRef<HTMLLIElement>(null);
  const name = lineName(line);
  const picture = line.course?.featured_image_url ?? line.package?.featured_image_url;
  const needsDecision = !isWaiting && hasTrouble(line);
  useFocusOnDecided(lineRef, needsDecision);
  const remove = (
    <Button variant={needsDecision ? 'outline' : 'subtle'} color="red" onClick={onRemove} loading={isRemoving}>
      {needsDecision && line.type === 'package' ? 'Remove package' : 'Remove'}{' '}
      <span className="visually-hidden">{name}</span>
    </Button>
  );
  return (
    <li ref={lineRef} tabIndex={-1} className={classes.line} data-waiting={isWaiting || undefined}>
      <div className={classes.picture}>
        <CoursePicture url={picture} name={name} sizes="(min-width: 48em) 160px, 96px" />
      </div>
      <div className={classes.lineText}>
        <h2 className={classes.name}>{name}</h2>
        {needsDecision ? <LineDecision line={line} desk={desk} remove={remove} /> : null}
        <Batches line={line} desk={desk} isWaiting={isWaiting} />
        {isWaiting ? <Notice tone="waiting">Removing it waits for the connection.</Notice> : null}
      </div>
      <div className={classes.lineSide}>
        <PriceTag price={line.price} />
        {wasPrice === null ? null : (
          <p className={classes.wasPrice}>It was {formatPrice(wasPrice)} when you added it.</p>
        )}
        {isWaiting || needsDecision ? null : remove}
      </div>
    </li>
  );
}
