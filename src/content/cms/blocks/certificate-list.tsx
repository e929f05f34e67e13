import type { CmsPage } from '../../../../contract/cms.ts';
import { Icon } from '../../../ui/icons.tsx';
import classes from '../content-page.module.css';
import { PageBlock } from './page-block.tsx';

/** Lists the approvals of the academy with issuer and number. */
export function CertificateList({ title, list }: NonNullable<CmsPage['certificates']>) {
  return (
    <PageBlock title={title}>
      <ul className={`stack gap-3 ${classes.certificates}`}>
        {list.map((certificate) => (
          <li key={certificate.number}>
            <Icon name="award" size={28} className="rigid sea" />
            <div>
              <h3>{certificate.title}</h3>
              <p>{certificate.issuer}</p>
              <p className={classes.number}>
                <span>No.</span> {certificate.number}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </PageBlock>
  );
}
