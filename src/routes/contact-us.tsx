import { createFileRoute } from '@tanstack/react-router';
import { ContentPage } from '../content/cms/content-page.tsx';
import { ContentSkeleton } from '../content/cms/content-skeleton.tsx';
import { loadCmsPage } from '../content/cms/load-cms-page.ts';
import { ContactForm } from '../content/submissions/contact/contact-form.tsx';
import { readContactPrefill } from '../content/submissions/contact/contact-prefill.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head/page-head.ts';
import { pendingPage } from '../site/pending-page.tsx';

export const Route = createFileRoute('/contact-us')({
  validateSearch: readContactPrefill,
  loader: ({ context }) => loadCmsPage(context.queryClient, 'contact'),
  head: ({ match, loaderData }) => (loaderData ? pageHead(match.context.queryClient, loaderData.head) : {}),
  component: ContactUs,
  pendingComponent: pendingPage(ContentSkeleton),
  errorComponent: FailedPage,
});

function ContactUs() {
  return <ContentPage name="contact" form={<ContactForm {...Route.useSearch()} />} />;
}
