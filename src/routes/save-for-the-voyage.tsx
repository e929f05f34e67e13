import { createFileRoute } from '@tanstack/react-router';
import { paths } from '../../contract/pages.ts';
import { useBrand } from '../content/use-brand.ts';
import { libraryStore } from '../offline/download/library-store.ts';
import { DownloadPage } from '../offline/download/page/download-page.tsx';
import { pageDownload } from '../offline/download/page-download.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head/page-head.ts';

export const Route = createFileRoute('/save-for-the-voyage')({
  head: ({ match }) =>
    pageHead(match.context.queryClient, {
      title: 'Save for the voyage',
      description: 'Save courses, prices, dates, policies and news on this device to read them offline.',
      path: paths.offlineLibrary,
      isIndexed: false,
    }),
  component: OfflineLibrary,
  errorComponent: FailedPage,
});

function OfflineLibrary() {
  const phone = useBrand()?.admissions_phones[0] ?? null;
  return <DownloadPage actor={pageDownload()} readRows={libraryStore.readRows} phone={phone} />;
}
