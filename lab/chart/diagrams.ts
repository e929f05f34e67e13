import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { Flow } from '../flows.ts';
import { eventName, guardName, statesOf, transitionsFrom } from './chart.ts';

const heading = `# Diagrams of the state machines

Each machine controls one flow. The file \`<name>-flow.ts\` below \`src\` provides its actors. \`id done\` and \`id failed\` are the results of
the actor \`id\`; guards are in brackets. \`npm run diagrams\` writes this file, and a test compares it with the machines.
`;

/** Returns the text of `machines/README.md`, which contains a diagram and a list of states for each state machine. */
export function renderDiagrams(flows: readonly Flow[]): string {
  return [heading, ...flows.map(renderFlow)].join('\n');
}

function renderFlow({ file, machine }: Flow): string {
  const states = statesOf(machine.root).slice(1);
  const everywhere = transitionsFrom(machine.root).map((transition) => {
    const target = transition.target?.map(({ key }) => `\`${key}\``).join(', ');
    return `\`${arrowLabel(transition)}\`${target ? ` to ${target}` : ''}`;
  });
  return [
    `## ${machine.id} (\`${file}\`)`,
    '',
    `${machine.root.description ?? ''}${everywhere.length > 0 ? ` From every state: ${everywhere.join('; ')}.` : ''}`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...renderChildren(machine.root, '  '),
    ...renderEdges(machine),
    '```',
    '',
    ...states.map(({ key, tags, description }) => {
      const marks = tags.length > 0 ? ` (${tags.join(', ')})` : '';
      return `- \`${key}\`${marks}: ${description ?? ''}`;
    }),
    '',
  ].join('\n');
}

function renderChildren(node: AnyStateNode, indent: string): string[] {
  const first = node.initial?.target.map(({ key }) => `${indent}[*] --> ${key}`) ?? [];
  const children = Object.values(node.states).flatMap((child) =>
    child.type === 'compound'
      ? [`${indent}state ${child.key} {`, ...renderChildren(child, `${indent}  `), `${indent}}`]
      : child.type === 'final'
        ? [`${indent}${child.key} --> [*]`]
        : [],
  );
  // List the nested states inside their parent. Mermaid draws a nested state inside its parent only if it is listed
  // there.
  const named = node.parent ? Object.keys(node.states).map((key) => `${indent}${key}`) : [];
  return [...first, ...named, ...children];
}

function renderEdges(machine: AnyStateMachine): string[] {
  const nodes = statesOf(machine.root).slice(1);
  return nodes.flatMap((node) =>
    transitionsFrom(node).flatMap((transition) =>
      (transition.target ?? [node]).flatMap((target) =>
        edgesBetween(node, target).map(([from, to]) => `  ${from.key} --> ${to.key}: ${arrowLabel(transition)}`),
      ),
    ),
  );
}

// Mermaid cannot draw an edge from a composite state to itself or to a state inside it. Such an edge is replaced by one
// edge from each inner state.
function edgesBetween(node: AnyStateNode, target: AnyStateNode): [AnyStateNode, AnyStateNode][] {
  if (node.type !== 'compound' || !statesOf(node).includes(target)) return [[node, target]];
  return Object.values(node.states).map((child) => [child, target === node ? child : target]);
}

/**
 * Returns the label of a transition's arrow: the event, then the guard in brackets if there is one, or `(ignored)` if
 * the transition does nothing.
 */
export function arrowLabel(transition: AnyTransitionDefinition): string {
  const name = guardName(transition);
  const event = eventName(transition.eventType);
  if (!transition.target && transition.actions.length === 0) return `${event} (ignored)`;
  return name ? `${event} [${name}]` : event;
}
