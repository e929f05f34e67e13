import { paths } from '../../../../contract/pages.ts';
import type { GrievancePage } from '../../../../contract/policies.ts';
import { ActionLink } from '../../../ui/links/action-link.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import procedure from '../../policies/procedure.module.css';
import classes from './grievance-page.module.css';
import type { GrievanceTab } from './grievance-tab.ts';

function Committee({ committee }: GrievancePage) {
  return (
    <table className={`fill small ${procedure.table}`}>
      <caption className="visually-hidden">Members of the grievance committee</caption>
      <thead>
        <tr>
          <th scope="col">No.</th>
          <th scope="col">Name</th>
          <th scope="col">Designation</th>
        </tr>
      </thead>
      <tbody>
        {committee.map(({ name, designation, email }, index) => (
          <tr key={name}>
            <td>{index + 1}</td>
            <th scope="row">{name}</th>
            <td>
              {designation}
              {email ? (
                <a href={`mailto:${email}`} className={`row middle normal anywhere ${classes.mail}`}>
                  <span>
                    {email.slice(0, email.indexOf('@') + 1)}
                    <wbr />
                    {email.slice(email.indexOf('@') + 1)}
                  </span>
                </a>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Objectives({ objectives, raggingNotice }: GrievancePage) {
  return (
    <div className="stack gap-6">
      <ol className={`stack gap-4 ${procedure.numbered}`}>
        {objectives.map((objective) => (
          <li key={objective}>{objective}</li>
        ))}
      </ol>
      <Notice
        tone="error"
        title="Important: ragging"
        action={
          <ActionLink href={paths.antiRagging} look="outline">
            Report ragging
          </ActionLink>
        }
      >
        {raggingNotice}
      </Notice>
    </div>
  );
}

function Process({ process }: GrievancePage) {
  return (
    <ol className={`stack gap-4 ${procedure.numbered}`}>
      {process.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}

const panels = { committee: Committee, objectives: Objectives, process: Process };

export function GrievancePanel({ tab, content }: { tab: GrievanceTab; content: GrievancePage }) {
  const Panel = panels[tab];
  return <Panel {...content} />;
}
