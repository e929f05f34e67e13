import type { InstructionGroup } from '../../../contract/joining.ts';
import classes from './joining-facts.module.css';

/** Shows joining instructions as a list. An instruction for only some of the courses names these courses. */
export function JoiningFacts({ groups }: { groups: readonly InstructionGroup[] }) {
  return (
    <dl className={`stack gap-2-5 terms ${classes.joining}`}>
      {groups.map(({ name, instructions }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <ul data-single={instructions.length === 1 || undefined}>
              {instructions.map(({ text, courses, mapLink }) => (
                <li key={`${text} ${mapLink}`}>
                  {text}
                  {courses.length > 0 ? <span className="soft"> ({courses.join(', ')})</span> : null}{' '}
                  {mapLink ? (
                    <a href={mapLink} rel="noopener" className={classes.map}>
                      Map
                      <span className="visually-hidden">: {text}</span>
                    </a>
                  ) : null}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  );
}
