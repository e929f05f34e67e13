import type { QueryClient } from '@tanstack/react-query';
import type { CmsPage, ContactBlock } from '../../../contract/cms.ts';
import type { Brand } from '../../../contract/content.ts';
import { paths } from '../../../contract/pages.ts';
import { publicAddress } from '../../lib/site-address.ts';

/**
 * A schema.org object. It is part of the loader data, which is serialised, so it consists of strings, plain objects and
 * arrays.
 */
export type StructuredContent = { '@type': string; [property: string]: StructuredValue };
type StructuredValue = string | StructuredPart | StructuredPart[];
type StructuredPart = { [property: string]: string | StructuredPart };

function contactPoint({ title, email, phones: [telephone = ''] }: ContactBlock): StructuredPart {
  return { '@type': 'ContactPoint', contactType: title, telephone, email };
}

/** schema.org data of the academy (`EducationalOrganization`) with its offices and approvals. */
export function structuredAcademyDetails(client: QueryClient, brand: Brand, page: CmsPage): StructuredContent {
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

/** schema.org data of questions and answers (`FAQPage`). */
export function structuredFaqs(faqs: NonNullable<CmsPage['faqs']>['list']): StructuredContent {
  return {
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
