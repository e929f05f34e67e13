import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';

/** Placeholder of the notification settings, about as high as they are. */
export function NotificationsSkeleton() {
  return (
    <SkeletonGroup label="Your notification settings are loading">
      <Skeleton height="27rem" />
    </SkeletonGroup>
  );
}
