import { useEffect, useRef } from 'react';
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { nodeName, statesOf, transitionsFrom } from '../chart/chart.ts';
import { arrowLabel } from '../chart/diagrams.ts';
import classes from './chart-view.module.css';

function Arrows({ transitions }: { transitions: readonly AnyTransitionDefinition[] }) {
  if (transitions.length === 0) return null;
  return (
    <ul className={classes.arrows}>
      {transitions.map((transition) => {
        const [target] = transition.target ?? [];
        const label = arrowLabel(transition);
        return (
          <li key={`${label} ${target?.id}`}>
            {label}
            {target ? <span className={classes.target}> → {target.key}</span> : null}
          </li>
        );
      })}
    </ul>
  );
}

type StateRowProps = { node: AnyStateNode; isCurrent: boolean; isAround: boolean; isVisited: boolean };

function StateRow({ node, isCurrent, isAround, isVisited }: StateRowProps) {
  const rowRef = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) rowRef.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const marks = [...node.tags, node.type === 'final' ? 'end' : '', isVisited && !isCurrent ? 'visited' : ''];
  const shownMarks = marks.filter(Boolean).join(', ');
  return (
    <li
      ref={rowRef}
      className={classes.state}
      data-depth={node.path.length - 1}
      data-current={isCurrent || undefined}
      data-around={isAround || undefined}
      data-visited={isVisited || undefined}
      aria-current={isCurrent ? 'step' : undefined}
    >
      <p className={classes.name}>
        {node.key}
        {shownMarks ? <span className={classes.marks}> {shownMarks}</span> : null}
      </p>
      <p className={classes.description}>{node.description}</p>
      <Arrows transitions={transitionsFrom(node)} />
    </li>
  );
}

type ChartViewProps = { machine: AnyStateMachine; current: string | null; visited: readonly string[] };

/** Shows the states of a state machine as a list, as in `machines/README.md`, with the current state highlighted. */
export function ChartView({ machine, current, visited }: ChartViewProps) {
  const { root } = machine;
  const everywhere = transitionsFrom(root);
  return (
    <div className={classes.chart}>
      <p className={classes.about}>{root.description}</p>
      <ol className={classes.states} aria-label={`States of ${machine.id}`}>
        {statesOf(root)
          .slice(1)
          .map((node) => (
            <StateRow
              key={node.id}
              node={node}
              isCurrent={nodeName(node) === current}
              isAround={current?.startsWith(`${nodeName(node)}.`) ?? false}
              isVisited={visited.includes(nodeName(node))}
            />
          ))}
      </ol>
      {everywhere.length > 0 ? (
        <div className={classes.everywhere}>
          <p>From every state:</p>
          <Arrows transitions={everywhere} />
        </div>
      ) : null}
    </div>
  );
}
