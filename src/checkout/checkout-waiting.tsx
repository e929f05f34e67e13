import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import classes from './checkout.module.css';

/** Stands in the size of a checkout screen until it is known what to show. */
export function CheckoutWaiting({ label = 'Checkout is loading' }: { label?: string }) {
  return (
    <SkeletonGroup label={label} className={classes.bones}>
      <Skeleton width="16rem" height="2.25rem" />
      <Skeleton height="7rem" />
      <Skeleton height="11rem" />
    </SkeletonGroup>
  );
}
