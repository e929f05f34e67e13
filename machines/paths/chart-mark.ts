import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { guardName, statesOf, transitionName, transitionsFrom } from './chart.ts';

function describe(node: AnyStateNode): string[] {
  const began = node.initial?.target.map(({ id }) => id).join(' ') ?? '';
  const arrows = transitionsFrom(node).map((transition) => {
    const targets = transition.target?.map(({ id }) => id).join(' ') ?? '';
    return `${transitionName(transition)} ${guardName(transition)} > ${targets} ${transition.reenter}`;
  });
  return [`${node.id} ${node.type} ${began}`, ...arrows];
}

/** FNV-1a over the text's UTF-16 units, in 8 hexadecimal digits. It marks, it does not protect. */
function hash(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, '0');
}

/** Mark of a machine's structure: states, events, guards by name and targets. Texts and what actions do are not in it. */
export function chartMark(machine: AnyStateMachine): string {
  return hash(statesOf(machine.root).flatMap(describe).join('\n'));
}
