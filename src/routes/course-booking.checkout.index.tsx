import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CheckoutStart } from '../checkout/steps/checkout-start.tsx';

export const Route = createFileRoute('/course-booking/checkout/')({ component: Start });

function Start() {
  const router = useRouter();
  // Most students go straight to the review, so load its script while the profile is loading.
  useEffect(() => void router.preloadRoute({ to: '/course-booking/checkout/review' }), [router]);
  return <CheckoutStart />;
}
