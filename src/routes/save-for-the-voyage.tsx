import { createFileRoute } from '@tanstack/react-router';
import { paths } from '../../contract/pages.ts';
import { useBrand } from '../content/use-brand.ts';
import { pageVoyage } from '../offline/voyage/page-voyage.ts';
import { VoyagePage } from '../offline/voyage/voyage-page.tsx';
import { voyageStore } from '../offline/voyage/voyage-store.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head.ts';

export const Route = createFileRoute('/save-for-the-voyage')({
  head: ({ match }) =>
    pageHead(match.context.queryClient, {
      title: 'Save for the voyage',
      description: 'Keep courses, prices, dates, policies and news on this device, to read without a network.',
      path: paths.voyage,
    }),
  component: SaveForTheVoyage,
  errorComponent: FailedPage,
});

function SaveForTheVoyage() {
  const phone = useBrand()?.admissions_phones[0] ?? null;
  return <VoyagePage actor={pageVoyage()} readRows={voyageStore.readRows} phone={phone} />;
}
