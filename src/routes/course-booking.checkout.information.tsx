import { createFileRoute } from '@tanstack/react-router';
import { InformationPage } from '../checkout/steps/information-page.tsx';
import { useBrand } from '../content/use-brand.ts';

export const Route = createFileRoute('/course-booking/checkout/information')({ component: Information });

function Information() {
  return <InformationPage phone={useBrand()?.admissions_phones[0] ?? null} />;
}
