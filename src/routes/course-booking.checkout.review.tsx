import { createFileRoute } from '@tanstack/react-router';
import { ReviewPage } from '../checkout/steps/review-page.tsx';
import { useBrand } from '../content/use-brand.ts';

export const Route = createFileRoute('/course-booking/checkout/review')({ component: Review });

function Review() {
  return <ReviewPage phone={useBrand()?.admissions_phones[0] ?? null} />;
}
