import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { eventName, guardName, statesOf, transitionsFrom } from './chart.ts';
import type { Flow } from './flows.ts';

const heading = `# The flows

Each machine decides one flow; its actors are bound in \`src/<vertical>/<x>-flow.ts\`. \`id done\` and \`id failed\` are the ends
of an actor, guards stand in brackets. Written by \`npm run diagrams\`; a test holds it against the charts.
`;

/** Text of `machines/README.md`: a diagram and a list of the states for each machine. */
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
  // Named inside its composite, or Mermaid draws it outside.
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

// Mermaid cannot draw an edge from a composite state to itself or into itself: it is drawn for each state within.
function edgesBetween(node: AnyStateNode, target: AnyStateNode): [AnyStateNode, AnyStateNode][] {
  if (node.type !== 'compound' || !statesOf(node).includes(target)) return [[node, target]];
  return Object.values(node.states).map((child) => [child, target === node ? child : target]);
}

/** What an arrow says: the event, its guard in brackets. */
export function arrowLabel(transition: AnyTransitionDefinition): string {
  const name = guardName(transition);
  const event = eventName(transition.eventType);
  if (!transition.target && transition.actions.length === 0) return `${event} (ignored)`;
  return name ? `${event} [${name}]` : event;
}
