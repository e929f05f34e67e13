import type { QueryClient } from '@tanstack/react-query';
import type { CmsPage, ContactBlock } from '../../../contract/cms.ts';
import type { Brand } from '../../../contract/content.ts';
import { paths } from '../../../contract/pages.ts';
import { publicAddress } from '../../lib/site-address.ts';

/** Words of schema.org about what a page shows; serialised with the page, so values are plain. */
export type Structured = { '@type': string; [property: string]: StructuredValue };
type StructuredValue = string | StructuredPart | StructuredPart[];
type StructuredPart = { [property: string]: string | StructuredPart };

function contactPoint({ title, email, phones: [telephone = ''] }: ContactBlock): StructuredPart {
  return { '@type': 'ContactPoint', contactType: title, telephone, email };
}

/** The academy as an EducationalOrganization: names, address, offices and approvals. */
export function structuredAcademy(client: QueryClient, brand: Brand, page: CmsPage): Structured {
  const { campus, headOffice, certificates } = page;
  const address = (path: string) => publicAddress(client, path) ?? path;
  return {
    '@type': 'EducationalOrganization',
    name: brand.name,
    alternateName: brand.short_name,
    description: page.meta.description,
    url: address(paths.home),
    image: address(page.hero.imageUrl),
    email: brand.email,
    telephone: brand.ivrs,
    address: { '@type': 'PostalAddress', streetAddress: campus?.address ?? brand.address, addressCountry: 'IN' },
    contactPoint: [campus, headOffice].flatMap((office) => (office ? [contactPoint(office)] : [])),
    hasCredential: (certificates?.list ?? []).map(({ title, issuer, number }) => ({
      '@type': 'EducationalOccupationalCredential',
      name: title,
      identifier: number,
      recognizedBy: { '@type': 'Organization', name: issuer },
    })),
  };
}

/** Questions and answers as a FAQPage. */
export function structuredFaqs(faqs: NonNullable<CmsPage['faqs']>['list']): Structured {
  return {
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
