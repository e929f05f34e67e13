import { createFileRoute } from '@tanstack/react-router';
import { ContentPage } from '../content/cms/content-page.tsx';
import { ContentWaiting } from '../content/cms/content-waiting.tsx';
import { loadCmsPage } from '../content/cms/load-cms-page.ts';
import { ContactForm } from '../content/contact-form.tsx';
import { readContactPrefill } from '../content/contact-prefill.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head.ts';

export const Route = createFileRoute('/contact-us')({
  validateSearch: readContactPrefill,
  loader: ({ context }) => loadCmsPage(context.queryClient, 'contact'),
  head: ({ match, loaderData }) => (loaderData ? pageHead(match.context.queryClient, loaderData.head) : {}),
  component: ContactUs,
  pendingComponent: ContentWaiting,
  errorComponent: FailedPage,
});

function ContactUs() {
  return <ContentPage name="contact" form={<ContactForm {...Route.useSearch()} />} />;
}
