import type { ReactNode } from 'react';
import classes from './detail-parts.module.css';

/** A titled part of a tab; stays away where nothing is filled in. */
export function DetailPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

export type Fact = readonly [label: string, value: ReactNode];

const isFilled = (value: ReactNode) => value !== undefined && value !== null && value !== '' && value !== false;

/** Facts in pairs; those without a value are left out. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  const filled = facts.filter(([, value]) => isFilled(value));
  if (filled.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {filled.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A list in points under its title, or nothing. */
export function PointList({ title, points }: { title?: string; points: readonly string[] | undefined }) {
  if (!points || points.length === 0) return null;
  const list = (
    <ul className={classes.points}>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
  return title ? <DetailPart title={title}>{list}</DetailPart> : list;
}

/** A paragraph under its title, or nothing. */
export function TextPart({ title, text }: { title: string; text: string | undefined }) {
  return text ? (
    <DetailPart title={title}>
      <p>{text}</p>
    </DetailPart>
  ) : null;
}

type DetailTableProps = { caption: string; heads: readonly string[]; rows: ReadonlyArray<readonly ReactNode[]> };

/** A table of few columns; the first cell of a row names it. */
export function DetailTable({ caption, heads, rows }: DetailTableProps) {
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...cells]) => (
          <tr key={[first, ...cells].join('|')}>
            <th scope="row">{first}</th>
            {cells.map((cell, column) => (
              <td key={heads[column + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
