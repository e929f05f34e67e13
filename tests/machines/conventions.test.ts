import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AnyActorLogic, type AnyStateNode, createActor, StateMachine } from 'xstate';
import { allTransitions, statesOf, transitionsFrom } from '../../lab/chart/chart.ts';
import { renderDiagrams } from '../../lab/chart/diagrams.ts';
import { flows as knownFlows } from '../../lab/flows.ts';
import { clockPlaceholder } from '../../machines/clock.ts';
import { loadFlows } from './load-flows.ts';

const folder = new URL('../../machines/', import.meta.url);
const flows = await loadFlows();
const camelCase = /^[a-z][a-zA-Z0-9]*$/;

// These machines run as long as their card or page is shown, so they have no final state.
const lastingMachines = ['addToCart', 'libraryDownload', 'packageSelection'];

const machineIdOf = (file: string) =>
  file.replace('.machine.ts', '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function nameOf(named: unknown): unknown {
  return typeof named === 'object' && named !== null && 'type' in named ? named.type : named;
}

function reachedStates(root: AnyStateNode): Set<AnyStateNode> {
  const reached = new Set<AnyStateNode>([root]);
  for (const node of reached) {
    const entered = [...(node.initial?.target ?? []), ...transitionsFrom(node).flatMap(({ target }) => target ?? [])];
    for (const next of entered) {
      for (let each: AnyStateNode | undefined = next; each; each = each.parent) reached.add(each);
    }
  }
  return reached;
}

function eventsOfStudent(node: AnyStateNode | undefined): string[] {
  if (!node?.parent) return [];
  const own = transitionsFrom(node).map(({ eventType }) => eventType);
  return [
    ...own.filter((type) => !type.startsWith('xstate.') && type !== 'clock.tick'),
    ...eventsOfStudent(node.parent),
  ];
}

async function failureOf(logic: AnyActorLogic): Promise<unknown> {
  return new Promise((resolve) => {
    const actor = createActor(logic, { input: { until: null } });
    actor.subscribe({ error: resolve, complete: () => resolve('completed') });
    actor.start();
  });
}

describe('the machines', () => {
  it('every state machine is declared in a file of the same name in machines/', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.machine.ts'));
    expect(flows.map(({ file }) => file)).toEqual(files.sort());
    for (const { file, name, machine } of flows) {
      expect(machine.id).toBe(machineIdOf(file));
      expect(name).toBe(`${machine.id}Machine`);
    }
  });

  it('every state machine is registered in the path lab, which generates and replays paths through the machines', () => {
    expect(knownFlows.map(({ file, machine }) => [file, machine])).toEqual(
      flows.map(({ file, machine }) => [file, machine]),
    );
  });

  it('state machines use no clock, network, storage, randomness or zod', () => {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
      const code = readFileSync(new URL(file, folder), 'utf8');
      expect(code, file).not.toMatch(/\b(Date\b|fetch\(|localStorage|sessionStorage|indexedDB|Math\.random|crypto)/);
      const values = [...code.matchAll(/^import (?!type\b)[^;]*?from '\.\.\/contract\/([\w-]+)\.ts'/gm)];
      for (const [, module] of values) expect(['limits', 'categories'], file).toContain(module);
    }
  });

  it('the diagrams in machines/README.md are up to date', () => {
    const shown = readFileSync(new URL('README.md', folder), 'utf8');
    expect(shown, 'run: npm run diagrams').toBe(renderDiagrams(knownFlows));
  });
});

describe.each(flows)('$machine.id', ({ machine }) => {
  const nodes = statesOf(machine.root);
  const states = nodes.slice(1);

  it('a state machine has unique state names in camelCase and event names in dot.case', () => {
    for (const { key } of states) expect(key).toMatch(camelCase);
    expect(new Set(states.map(({ key }) => key)).size).toBe(states.length);
    const events = allTransitions(machine).map(({ eventType }) => eventType);
    for (const type of events.filter((each) => each !== '' && !each.startsWith('xstate.'))) {
      expect(type).toMatch(/^[a-z]+(\.[a-z]+)+$/);
    }
  });

  it('a state machine and each of its states have a description of one line', () => {
    for (const { id, description } of nodes) expect(description, id).toMatch(/^[^\n]{10,120}\.$/);
  });

  it('a state machine refers to its guards, actions and actors by name instead of defining them inline', () => {
    for (const { guard, actions } of allTransitions(machine)) {
      if (guard !== undefined) expect(nameOf(guard)).toMatch(/^(is|has|can)[A-Z]\w*$/);
      for (const action of actions) expect(nameOf(action)).toMatch(camelCase);
    }
    for (const node of nodes) {
      const written = [node.config.entry ?? [], node.config.exit ?? []].flat();
      for (const action of written) expect(nameOf(action), node.id).toMatch(camelCase);
      for (const { src } of node.invoke) expect(machine.implementations.actors).toHaveProperty(String(src));
    }
  });

  it('a state machine handles success and failure of every actor that it invokes, and tags the invoking state as busy', () => {
    for (const node of nodes) {
      for (const { id, src } of node.invoke) {
        const logic: unknown = machine.implementations.actors[String(src)];
        expect(id).toMatch(camelCase);
        expect(node.transitions.has(`xstate.error.actor.${id}`), id).toBe(true);
        // A clock never ends, so its end needs no transition. A state with a clock or a child machine is not busy,
        // because the student can act in it.
        if (logic === clockPlaceholder) continue;
        expect(node.transitions.has(`xstate.done.actor.${id}`), id).toBe(true);
        if (!(logic instanceof StateMachine)) expect(node.tags, node.id).toContain('busy');
      }
    }
  });

  it('a state machine uses the tag “busy” only on states that invoke an actor', () => {
    for (const { id, tags, invoke } of states) {
      for (const tag of tags) expect(['busy', 'failed', 'critical']).toContain(tag);
      if (tags.includes('busy')) expect(invoke, id).not.toHaveLength(0);
    }
  });

  it('in a state machine, the student can leave every failed state, and no state is a dead end', () => {
    for (const node of states) {
      if (node.tags.includes('failed')) expect(eventsOfStudent(node), node.id).not.toHaveLength(0);
      const outgoing = [node, node.parent].flatMap((each) => (each ? transitionsFrom(each) : []));
      if (node.type !== 'final') expect(outgoing, node.id).not.toHaveLength(0);
    }
  });

  it('every state of a state machine can be reached', () => {
    const reached = reachedStates(machine.root);
    expect(nodes.filter((node) => !reached.has(node)).map(({ id }) => id)).toEqual([]);
  });

  it('a state machine has a final state and an output, unless it is one that runs until its screen is closed', () => {
    const isLasting = lastingMachines.includes(machine.id);
    expect(states.some(({ type }) => type === 'final')).toBe(!isLasting);
    expect(typeof machine.config.output).toBe(isLasting ? 'undefined' : 'function');
  });

  it('the placeholder actors of a state machine throw an error until real actors are provided', async () => {
    const actors: [string, unknown][] = Object.entries(machine.implementations.actors);
    for (const [name, logic] of actors) {
      if (logic instanceof StateMachine) continue;
      expect(await failureOf(logic as AnyActorLogic), name).toMatchObject({ message: 'not provided' });
    }
  });
});
