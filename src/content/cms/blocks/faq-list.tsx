import type { CmsPage } from '../../../../contract/cms.ts';
import { Icon } from '../../../ui/icons.tsx';
import classes from '../content-page.module.css';
import { PageBlock } from './page-block.tsx';

/** Questions that expand to their answers. Works without JavaScript. */
export function FaqList({ title, list }: NonNullable<CmsPage['faqs']>) {
  return (
    <PageBlock title={title}>
      {list.map(({ question, answer }) => (
        <details key={question} className={`line-below no-marker ${classes.faq}`}>
          <summary>
            {question}
            <Icon name="chevronDown" size={20} className={`rigid sea screen-only ${classes.chevron}`} />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </PageBlock>
  );
}
