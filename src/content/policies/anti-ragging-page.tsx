import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AntiRagging } from '../../../contract/policies.ts';
import { Icon } from '../../ui/icons.tsx';
import { ActionLink } from '../../ui/links/action-link.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { telHref } from '../tel-href.ts';
import classes from './anti-ragging.module.css';
import { ContactLines } from './contact-lines.tsx';
import { policyQueries } from './policy.queries.ts';
import { PolicySkeleton } from './policy-skeleton.tsx';
import { antiRaggingTexts } from './policy-texts.ts';
import procedure from './procedure.module.css';

/** How to report ragging. It comes first on the page, because visitors may need help urgently. */
function Report({ helplineNumber, antiRaggingLink, nodalOfficer }: AntiRagging) {
  return (
    <section aria-labelledby="report" className="stack gap-4">
      <h2 id="report">Report ragging</h2>
      <div className={`stack gap-4 ${classes.ways}`}>
        <div className={`panel ruled stack packed gap-1-5 ${classes.way}`}>
          <h3>24x7 toll-free helpline</h3>
          <p>National helpline, day and night.</p>
          <p>
            <a href={telHref(helplineNumber)} className="touch gap-2-5 large strong">
              <Icon name="phone" size={20} />
              {helplineNumber}
            </a>
          </p>
        </div>
        <div className={`panel ruled stack packed gap-1-5 ${classes.way}`}>
          <h3>Nodal officer</h3>
          <p>{nodalOfficer.name}</p>
          <ContactLines email={nodalOfficer.email} phone={nodalOfficer.contact} />
        </div>
        <div className={`panel ruled stack packed gap-1-5 ${classes.way}`}>
          <h3>National anti-ragging portal</h3>
          <p>File a complaint or the undertaking online.</p>
          <p>
            <ActionLink href={antiRaggingLink} look="outline">
              Open the portal
              <Icon name="external" size={18} />
            </ActionLink>
          </p>
        </div>
      </div>
    </section>
  );
}

function Committee({ committeeMembers }: AntiRagging) {
  return (
    <section aria-labelledby="committee" className="stack packed gap-4">
      <h2 id="committee">Anti-ragging committee</h2>
      <table className={`fill small ${procedure.table}`} aria-labelledby="committee">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Position</th>
          </tr>
        </thead>
        <tbody>
          {committeeMembers.map(({ name, position }) => (
            <tr key={name + position}>
              <th scope="row">{name}</th>
              <td>{position}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The anti-ragging page (docs/product.md#anti-ragging-page). `above` is rendered above the title. */
export function AntiRaggingPage({ above }: { above?: ReactNode }) {
  const { data: content } = useQuery(policyQueries.antiRagging());
  if (!content) return <PolicySkeleton />;
  const { title, introduction, warningText, importantNotes } = content;
  return (
    <Page>
      <PageTitle isInFirstScreen above={above} lead={introduction}>
        {title || antiRaggingTexts.title}
      </PageTitle>
      <div className={classes.blocks} data-first-screen="">
        <Report {...content} />
        <div className={`stack gap-2 p-5 ${classes.warning}`} role="note" aria-labelledby="ragging-warning">
          <p id="ragging-warning" className={`row middle gap-2 port large ${classes.warningTitle}`}>
            <Icon name="warning" size={24} />
            WARNING
          </p>
          <p>{warningText}</p>
        </div>
        <div className={`stack single ${classes.pair}`}>
          <section aria-labelledby="important-notes" className="stack packed gap-4">
            <h2 id="important-notes">Important notes</h2>
            <ol className={`stack gap-4 ${procedure.numbered}`}>
              {importantNotes.map(({ text }) => (
                <li key={text}>{text}</li>
              ))}
            </ol>
          </section>
          <Committee {...content} />
        </div>
      </div>
    </Page>
  );
}
