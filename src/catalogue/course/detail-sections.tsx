import type { ReactNode } from 'react';
import classes from './course-page.module.css';

/** A section of a course page's tab, with a title. */
export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack gap-3">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

export type Fact = readonly [label: string, value: ReactNode];

const isFilled = (value: ReactNode) => value !== undefined && value !== null && value !== '' && value !== false;

/** Labels with their values. Facts without a value are left out. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  const filled = facts.filter(([, value]) => isFilled(value));
  if (filled.length === 0) return null;
  return (
    <dl className={`stack gap-x-6 line-above terms-tiny ${classes.detailFacts}`}>
      {filled.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A bullet list, with a title if one is given. Renders nothing without points. */
export function PointList({ title, points }: { title?: string; points: readonly string[] | undefined }) {
  if (!points || points.length === 0) return null;
  const list = (
    <ul className={`stack gap-2 ${classes.points}`}>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
  return title ? <DetailSection title={title}>{list}</DetailSection> : list;
}

/** A paragraph with a title. Renders nothing without text. */
export function TextSection({ title, text }: { title: string; text: string | undefined }) {
  return text ? (
    <DetailSection title={title}>
      <p>{text}</p>
    </DetailSection>
  ) : null;
}

type TableRows = ReadonlyArray<readonly ReactNode[]>;

function Rows({ heads, rows }: { heads: readonly string[]; rows: TableRows }) {
  return rows.map(([first, ...cells]) => (
    <tr key={[first, ...cells].join('|')}>
      <th scope="row">{first}</th>
      {cells.map((cell, column) => (
        <td key={heads[column + 1]}>{cell}</td>
      ))}
    </tr>
  ));
}

type DetailTableProps = { caption: string; heads: readonly string[]; rows: TableRows; totals?: TableRows };

/** A table with row headers in the first column. `totals`: the footer rows. */
export function DetailTable({ caption, heads, rows, totals }: DetailTableProps) {
  return (
    <table className={`fill small ${classes.table}`}>
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
        <Rows heads={heads} rows={rows} />
      </tbody>
      {totals && totals.length > 0 ? (
        <tfoot>
          <Rows heads={heads} rows={totals} />
        </tfoot>
      ) : null}
    </table>
  );
}
