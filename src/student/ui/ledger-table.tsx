import type { ReactNode } from 'react';
import classes from '../student-area-page.module.css';

type LedgerTableProps = {
  caption: string;
  /** The columns of the table. The cells of the first column are row headers. Amounts are aligned to the right. */
  columns: ReadonlyArray<{ name: string; isAmount?: boolean }>;
  rows: ReadonlyArray<{ key: string | number; cells: readonly ReactNode[] }>;
};

/** A table of payments or of wallet transactions. On phones each row is a card that repeats the column names. */
export function LedgerTable({ caption, columns, rows }: LedgerTableProps) {
  return (
    <table className={`fill surface small ${classes.table}`}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, isAmount }) => (
            <th key={name} scope="col" data-amount={isAmount}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...others] }) => (
          <tr key={key}>
            <th scope="row">{first}</th>
            {others.map((cell, index) => {
              const column = columns[index + 1];
              return (
                <td key={column?.name} data-name={column?.name} data-amount={column?.isAmount}>
                  <div>{cell}</div>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
