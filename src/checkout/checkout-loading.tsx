import { Skeleton, SkeletonGroup } from '../ui/messages/skeleton.tsx';

/** Placeholder as large as a checkout screen, shown while the screen loads. */
export function CheckoutLoading({ label = 'Checkout is loading' }: { label?: string }) {
  return (
    <SkeletonGroup label={label} className="stack gap-4">
      <Skeleton width="16rem" height="2.25rem" />
      <Skeleton height="7rem" />
      <Skeleton height="11rem" />
    </SkeletonGroup>
  );
}
