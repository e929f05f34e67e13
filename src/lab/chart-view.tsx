import { useEffect, useRef } from 'react';
import type { AnyStateMachine } from 'xstate';
import { type ChartArrow, type ChartRow, chartRows } from '../../machines/paths/chart-rows.ts';
import classes from './chart-view.module.css';

function Arrows({ arrows }: { arrows: readonly ChartArrow[] }) {
  if (arrows.length === 0) return null;
  return (
    <ul className={classes.arrows}>
      {arrows.map(({ label, to }) => (
        <li key={`${label} ${to}`}>
          {label}
          {to === null ? null : <span className={classes.target}> → {to.split('.').at(-1)}</span>}
        </li>
      ))}
    </ul>
  );
}

type StateRowProps = { row: ChartRow; isCurrent: boolean; isAround: boolean; isVisited: boolean };

function StateRow({ row, isCurrent, isAround, isVisited }: StateRowProps) {
  const rowRef = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) rowRef.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const marks = [...row.tags, row.isEnd ? 'end' : '', isVisited && !isCurrent ? 'visited' : ''].filter(Boolean);
  return (
    <li
      ref={rowRef}
      className={classes.state}
      data-depth={row.depth}
      data-current={isCurrent || undefined}
      data-around={isAround || undefined}
      data-visited={isVisited || undefined}
      aria-current={isCurrent ? 'step' : undefined}
    >
      <p className={classes.name}>
        {row.name.split('.').at(-1)}
        {marks.length > 0 ? <span className={classes.marks}> {marks.join(', ')}</span> : null}
      </p>
      <p className={classes.description}>{row.description}</p>
      <Arrows arrows={row.arrows} />
    </li>
  );
}

type ChartViewProps = { machine: AnyStateMachine; current: string | null; visited: readonly string[] };

/** The states of a machine as a list, as in `machines/README.md`. The current state is highlighted. */
export function ChartView({ machine, current, visited }: ChartViewProps) {
  const { rows, everywhere } = chartRows(machine);
  return (
    <div className={classes.chart}>
      <p className={classes.about}>{machine.root.description}</p>
      <ol className={classes.states} aria-label={`States of ${machine.id}`}>
        {rows.map((row) => (
          <StateRow
            key={row.name}
            row={row}
            isCurrent={row.name === current}
            isAround={current?.startsWith(`${row.name}.`) ?? false}
            isVisited={visited.includes(row.name)}
          />
        ))}
      </ol>
      {everywhere.length > 0 ? (
        <div className={classes.everywhere}>
          <p>From every state:</p>
          <Arrows arrows={everywhere} />
        </div>
      ) : null}
    </div>
  );
}
