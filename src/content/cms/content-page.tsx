import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import type { CmsPage, CmsPageName } from '../../../contract/cms.ts';
import { Page } from '../../ui/page/page.tsx';
import { type BlockName, blockOrder } from './block-order.ts';
import { CampusPictures } from './blocks/campus-pictures.tsx';
import { CertificateList } from './blocks/certificate-list.tsx';
import { FaqList } from './blocks/faq-list.tsx';
import { FeatureList } from './blocks/feature-list.tsx';
import { OfficeCards } from './blocks/office-cards.tsx';
import { PageFacts } from './blocks/page-facts.tsx';
import { PageLetter } from './blocks/page-letter.tsx';
import { PageSections } from './blocks/page-sections.tsx';
import { PeopleList } from './blocks/people-list.tsx';
import { cmsQueries } from './cms.queries.ts';
import classes from './content-page.module.css';
import { ContentSkeleton } from './content-skeleton.tsx';
import { PageHero } from './page-hero.tsx';

type RenderBlock = (page: CmsPage, form: ReactNode) => ReactNode;

const blocks: Record<BlockName, RenderBlock> = {
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
  /** A form to show beside the academy's offices. */
  form?: ReactNode;
};

/**
 * A page of the content service (docs/product.md#pages-and-content). Shows one block for each kind of content that the
 * page has.
 */
export function ContentPage({ name, form }: ContentPageProps) {
  const { data: page } = useQuery(cmsQueries.page(name));
  if (!page) return <ContentSkeleton />;
  return (
    <>
      <PageHero hero={page.hero} buttons={page.buttons} hasForm={form !== undefined} />
      <Page>
        <div className={`stack single ${classes.blocks}`}>
          {blockOrder(name, page).map((block) => (
            <Fragment key={block}>{blocks[block](page, form)}</Fragment>
          ))}
        </div>
      </Page>
    </>
  );
}
