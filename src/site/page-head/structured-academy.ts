import type { QueryClient } from '@tanstack/react-query';
import { paths } from '../../../contract/pages.ts';
import { contentQueries } from '../../content/content.queries.ts';
import { publicAddress } from '../../lib/site-address.ts';
import type { StructuredData } from '../../lib/structured-data.ts';

/** schema.org data of the academy and its website, for Home. Empty while the header has not been loaded. */
export function structuredAcademy(client: QueryClient): StructuredData[] {
  const brand = client.getQueryData(contentQueries.header().queryKey)?.brand;
  if (!brand) return [];
  const address = (path: string) => publicAddress(client, path) ?? path;
  const { name, short_name: alternateName, description, email, ivrs: telephone, admissions_phones: phones } = brand;
  return [
    {
      '@type': 'EducationalOrganization',
      '@id': `${address(paths.home)}#academy`,
      name,
      alternateName,
      description,
      url: address(paths.home),
      logo: address('/icons/icon-512.png'),
      image: address('/media/brand/og.png'),
      email,
      telephone,
      address: { '@type': 'PostalAddress', streetAddress: brand.address, addressCountry: 'IN' },
      contactPoint: phones.map((phone) => ({
        '@type': 'ContactPoint',
        contactType: 'admissions',
        telephone: `+91 ${phone}`,
        areaServed: 'IN',
      })),
    },
    { '@type': 'WebSite', name, alternateName, url: address(paths.home) },
  ];
}
