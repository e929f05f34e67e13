import { readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition, StateMachine } from 'xstate';

const folder = new URL('../../machines/', import.meta.url);

export type Flow = { file: string; name: string; machine: AnyStateMachine };

/** Every machine of `machines/`, in the order of their files. */
export async function loadFlows(): Promise<Flow[]> {
  const files = readdirSync(fileURLToPath(folder)).filter((file) => file.endsWith('.machine.ts'));
  const flows: Flow[] = [];
  for (const file of files.sort()) {
    const exported: Record<string, unknown> = await import(pathToFileURL(fileURLToPath(new URL(file, folder))).href);
    for (const [name, machine] of Object.entries(exported)) {
      if (machine instanceof StateMachine) flows.push({ file, name, machine });
    }
  }
  return flows;
}

/** The node and everything below it, parents first. */
export function statesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(statesOf)];
}

/** Transitions that leave the node itself, in the order in which they are tried. */
export function transitionsFrom(node: AnyStateNode): AnyTransitionDefinition[] {
  return [...(node.always ?? []), ...[...node.transitions.values()].flat()];
}

/** Names a transition so that it is the same one in every copy of its machine, e.g. `login.lookingUp lookUp done [2]`. */
export function transitionName(transition: AnyTransitionDefinition): string {
  const alternatives = transition.eventType
    ? (transition.source.transitions.get(transition.eventType) ?? [])
    : (transition.source.always ?? []);
  const place = alternatives.length > 1 ? ` [${alternatives.indexOf(transition) + 1}]` : '';
  return `${transition.source.id} ${eventName(transition.eventType)}${place}`;
}

/** An event as people say it: `lookUp done`, `after addedReset`, `always`. */
export function eventName(eventType: string): string {
  if (eventType === '') return 'always';
  const [, kind, , id] = /^xstate\.(done|error)\.(actor|state)\.(.+)$/.exec(eventType) ?? [];
  if (kind) return `${id} ${kind}`;
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(eventType) ?? [];
  return delay ? `after ${delay}` : eventType;
}

export function allTransitions(machine: AnyStateMachine): AnyTransitionDefinition[] {
  return statesOf(machine.root).flatMap(transitionsFrom);
}
