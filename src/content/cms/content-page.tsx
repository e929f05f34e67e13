import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import type { CmsPage, CmsPageName } from '../../../contract/cms.ts';
import { Page } from '../../ui/page.tsx';
import { type BlockName, blockOrder } from './block-order.ts';
import { CampusPictures } from './campus-pictures.tsx';
import { CertificateList } from './certificate-list.tsx';
import { cmsQueries } from './cms.queries.ts';
import classes from './content-page.module.css';
import { ContentWaiting } from './content-waiting.tsx';
import { FaqList } from './faq-list.tsx';
import { FeatureList } from './feature-list.tsx';
import { OfficeCards } from './office-cards.tsx';
import { PageFacts } from './page-facts.tsx';
import { PageHero } from './page-hero.tsx';
import { PageLetter } from './page-letter.tsx';
import { PageSections } from './page-sections.tsx';
import { PeopleList } from './people-list.tsx';

type Draw = (page: CmsPage, form: ReactNode) => ReactNode;

const blocks: Record<BlockName, Draw> = {
  facts: ({ facts }) => facts && <PageFacts facts={facts} />,
  sections: ({ sections }) => <PageSections sections={sections} />,
  letter: ({ people, sections }) => people && <PageLetter people={people} sections={sections} />,
  features: ({ features }) => features && <FeatureList {...features} />,
  people: ({ people }) => people && <PeopleList {...people} />,
  certificates: ({ certificates }) => certificates && <CertificateList {...certificates} />,
  campusImages: ({ campusImages }) => campusImages && <CampusPictures {...campusImages} />,
  faqs: ({ faqs }) => faqs && <FaqList {...faqs} />,
  offices: ({ campus, headOffice }, form) => (
    <OfficeCards offices={[campus, headOffice].flatMap((office) => office ?? [])} form={form} />
  ),
};

type ContentPageProps = {
  name: CmsPageName;
  /** What stands beside the offices. */
  form?: ReactNode;
};

/** A page of the content service (document 2, section 2 "CMS pages"): they differ by what their content fills. */
export function ContentPage({ name, form }: ContentPageProps) {
  const { data: page } = useQuery(cmsQueries.page(name));
  if (!page) return <ContentWaiting />;
  return (
    <>
      <PageHero hero={page.hero} buttons={page.buttons} hasForm={form !== undefined} />
      <Page>
        <div className={classes.blocks}>
          {blockOrder(name, page).map((block) => (
            <Fragment key={block}>{blocks[block](page, form)}</Fragment>
          ))}
        </div>
      </Page>
    </>
  );
}
