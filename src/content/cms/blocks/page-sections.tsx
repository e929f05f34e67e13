import type { CmsPage } from '../../../../contract/cms.ts';
import { CoursePicture } from '../../../ui/pictures/course-picture.tsx';
import { plainText } from '../../rich-text.tsx';
import classes from '../content-page.module.css';
import { PageBlock } from './page-block.tsx';
import { SectionText } from './section-text.tsx';

type Section = CmsPage['sections'][number];

const sentence = /^[^.!?]{1,200}[.!?]$/;

/** A section of one short sentence is shown in large type. */
function isStatement({ content, imageUrl }: Section): boolean {
  return content.startsWith('<p>') && !imageUrl && sentence.test(plainText(content));
}

function SectionBody({ section }: { section: Section }) {
  const { content, imageUrl, imageAlt = '' } = section;
  if (!imageUrl) return <SectionText html={content} look={isStatement(section) ? 'statement' : 'plain'} />;
  return (
    <div className={`stack gap-6 top ${classes.pictured}`}>
      <SectionText html={content} />
      <div className={`frame ${classes.picture}`}>
        <CoursePicture url={imageUrl} alt={imageAlt} sizes="(min-width: 75em) 19rem, (min-width: 40em) 34rem, 100vw" />
      </div>
    </div>
  );
}

/** Text sections, each with an optional picture. */
export function PageSections({ sections }: Pick<CmsPage, 'sections'>) {
  return sections.map((section) => (
    <PageBlock key={section.id} id={section.id} title={section.title}>
      <SectionBody section={section} />
    </PageBlock>
  ));
}
