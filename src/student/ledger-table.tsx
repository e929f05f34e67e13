import type { ReactNode } from 'react';
import classes from './ledger-table.module.css';

type LedgerTableProps = {
  caption: string;
  /** Names of the columns; the first is what a row is about. `amount` columns stand at the end of the line. */
  columns: ReadonlyArray<{ name: string; isAmount?: boolean }>;
  rows: ReadonlyArray<{ key: string | number; cells: readonly ReactNode[] }>;
};

/** Rows of money: a table, and on phones a card a row with the columns' names beside what they say. */
export function LedgerTable({ caption, columns, rows }: LedgerTableProps) {
  return (
    <table className={classes.table}>
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
            {others.map((cell, place) => {
              const column = columns[place + 1];
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
