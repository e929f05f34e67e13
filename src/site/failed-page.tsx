import { useRouter } from '@tanstack/react-router';
import { useBrand } from '../content/use-brand.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Page } from '../ui/page.tsx';

/** A page whose content did not come, or that broke: the frame stays, and so do the ways on. */
export function FailedPage() {
  const router = useRouter();
  const phone = useBrand()?.support_phones[0] ?? null;
  return (
    <Page>
      <ErrorState message="This page could not be loaded." onRetry={() => void router.invalidate()} phone={phone} />
    </Page>
  );
}
