import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { guardName, statesOf, transitionName, transitionsFrom } from './chart.ts';

function describe(node: AnyStateNode): string[] {
  const initial = node.initial?.target.map(({ id }) => id).join(' ') ?? '';
  const arrows = transitionsFrom(node).map((transition) => {
    const targets = transition.target?.map(({ id }) => id).join(' ') ?? '';
    return `${transitionName(transition)} ${guardName(transition)} > ${targets} ${transition.reenter}`;
  });
  return [`${node.id} ${node.type} ${initial}`, ...arrows];
}

/** FNV-1a hash of the text's UTF-16 code units as 8 hexadecimal digits. It is not cryptographic. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value >>> 0).toString(16).padStart(8, '0');
}

/** Hash of a machine's structure: states, events, names of guards, and targets. Descriptions and actions do not change it. */
export function chartHash(machine: AnyStateMachine): string {
  return hash(statesOf(machine.root).flatMap(describe).join('\n'));
}
