import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/course-booking/checkout/')({
  beforeLoad: () => {
    throw redirect({ to: '/course-booking/checkout/information', replace: true });
  },
});
