import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { numberSubsections, type Policy } from '../../../contract/policies.ts';
import { formatDay } from '../../lib/format/format.ts';
import { Page } from '../../ui/page/page.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { ContactLines } from './contact-lines.tsx';
import classes from './policy.module.css';
import { type PolicyName, policyQueries } from './policy.queries.ts';
import { PolicyItems } from './policy-items.tsx';
import { PolicySkeleton } from './policy-skeleton.tsx';

type Section = Policy['sections'][number];

function Contents({ sections }: { sections: readonly Section[] }) {
  return (
    <nav aria-labelledby="on-this-page" className={`panel screen-only ${classes.contents}`}>
      <h2 id="on-this-page" className="small">
        On this page
      </h2>
      <ol className={`mt-1 ${classes.contentsList}`}>
        {sections.map(({ id, title }, index) => (
          <li key={id}>
            <a href={`#${id}`}>
              <span className="rigid soft medium">{index + 1}.</span> {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function NumberedSection({ section, number }: { section: Section; number: number }) {
  const { id, title, contentItems } = section;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classes.section}>
      <h2 id={`${id}-title`}>
        <span className="rigid soft medium">{number}.</span> {title}
      </h2>
      <PolicyItems items={contentItems} numbers={numberSubsections(number, contentItems)} />
    </section>
  );
}

function ContactInformation({ organizationName, address, email, phone }: NonNullable<Policy['contactInfo']>) {
  return (
    <section aria-labelledby="contact-information" className={`panel ruled stack gap-1-5 ${classes.box}`}>
      <h2 id="contact-information" className="midsize">
        Contact information
      </h2>
      <address>
        <strong>{organizationName}</strong>
        <br />
        {address}
      </address>
      <ContactLines email={email} phone={phone} />
    </section>
  );
}

type PolicyPageProps = { name: PolicyName; above?: ReactNode; below?: ReactNode };

/** Terms, refund policy or privacy policy. `above` is rendered above the title, `below` at the end of the page. */
export function PolicyPage({ name, above, below }: PolicyPageProps) {
  const { data: policy } = useQuery(policyQueries.policy(name));
  if (!policy) return <PolicySkeleton />;
  const { title, effectiveDate, introText, sections, contactInfo } = policy;
  const effective = (
    <>
      Effective date: <time dateTime={effectiveDate}>{formatDay(effectiveDate)}</time>
    </>
  );
  return (
    <Page>
      <PageTitle isInFirstScreen above={above} lead={effective}>
        {title}
      </PageTitle>
      <div className={`stack single gap-6 ${classes.columns}`} data-first-screen="">
        <Contents sections={sections} />
        <div className={`stack shrink ${classes.sections}`}>
          <p className="midsize">{introText}</p>
          {sections.map((section, index) => (
            <NumberedSection key={section.id} section={section} number={index + 1} />
          ))}
          {contactInfo ? <ContactInformation {...contactInfo} /> : null}
        </div>
      </div>
      {below ? <div className={`screen-only ${classes.below}`}>{below}</div> : null}
    </Page>
  );
}
