import { createFileRoute } from '@tanstack/react-router';
import { ConfirmationPage } from '../checkout/steps/confirmation-page.tsx';
import { useBrand } from '../content/use-brand.ts';

export const Route = createFileRoute('/course-booking/checkout/confirmation/$id')({ component: Confirmation });

function Confirmation() {
  const { id } = Route.useParams();
  const brand = useBrand();
  return <ConfirmationPage attemptId={id} phone={brand?.admissions_phones[0] ?? null} brand={brand} />;
}
