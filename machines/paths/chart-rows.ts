import type { AnyStateMachine, AnyTransitionDefinition } from 'xstate';
import { nodeName, statesOf, transitionsFrom } from './chart.ts';
import { arrowLabel } from './diagrams.ts';

/** A transition as the diagram shows it. `to` is null if the machine stays in its state. */
export type ChartArrow = { label: string; to: string | null };

/** A state as the diagram shows it. `depth`: 0 for an outermost state. `isGroup`: whether it contains other states. */
export type ChartRow = {
  name: string;
  description: string;
  tags: readonly string[];
  depth: number;
  isGroup: boolean;
  isEnd: boolean;
  arrows: ChartArrow[];
};

function arrowOf(transition: AnyTransitionDefinition): ChartArrow {
  const [target] = transition.target ?? [];
  return { label: arrowLabel(transition), to: target ? nodeName(target) : null };
}

/** The states of a machine in the order of its chart. `everywhere`: transitions that are possible in every state. */
export function chartRows({ root }: AnyStateMachine): { rows: ChartRow[]; everywhere: ChartArrow[] } {
  const rows = statesOf(root)
    .slice(1)
    .map((node) => ({
      name: nodeName(node),
      description: node.description ?? '',
      tags: node.tags,
      depth: node.path.length - 1,
      isGroup: node.type === 'compound',
      isEnd: node.type === 'final',
      arrows: transitionsFrom(node).map(arrowOf),
    }));
  return { rows, everywhere: transitionsFrom(root).map(arrowOf) };
}
