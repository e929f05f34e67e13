import type { Department } from '../../../contract/departments.ts';
import { Portrait } from '../../content/portrait.tsx';
import classes from './department-page.module.css';
import { staffName } from './staff-name.ts';

type Faculty = NonNullable<NonNullable<Department['faculty']>['faculty_list']>;

export function FacultyList({ faculty }: { faculty: Faculty }) {
  return (
    <ul className={`stack gap-3 ${classes.faculty}`}>
      {faculty.map((member) => (
        <li key={member.id}>
          <Portrait name={staffName(member)} url={member.profile_url} />
          <div>
            <h3>{staffName(member)}</h3>
            {member.professional_designation ? <p>{member.professional_designation}</p> : null}
            {member.specialization ? <p className={classes.facultyField}>{member.specialization}</p> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
