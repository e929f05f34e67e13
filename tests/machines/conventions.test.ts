import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AnyActorLogic, type AnyStateNode, createActor, StateMachine } from 'xstate';
import { clockPlaceholder } from '../../machines/clock.ts';
import { allTransitions, statesOf, transitionsFrom } from '../../machines/paths/chart.ts';
import { renderDiagrams } from '../../machines/paths/diagrams.ts';
import { flows as knownFlows } from '../../machines/paths/flows.ts';
import { loadFlows } from './load-flows.ts';

const folder = new URL('../../machines/', import.meta.url);
const flows = await loadFlows();
const camelCase = /^[a-z][a-zA-Z0-9]*$/;

// A control on a card is there as long as its card and tells its end by an emitted event; a saving as long as its page.
const lastingMachines = ['addToCart', 'packageSelection', 'voyage'];

const camelName = (file: string) =>
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

function studentsWaysOn(node: AnyStateNode | undefined): string[] {
  if (!node?.parent) return [];
  const own = transitionsFrom(node).map(({ eventType }) => eventType);
  return [
    ...own.filter((type) => !type.startsWith('xstate.') && type !== 'clock.tick'),
    ...studentsWaysOn(node.parent),
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
  it('are one a file, flat, and named like their file', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.machine.ts'));
    expect(flows.map(({ file }) => file)).toEqual(files.sort());
    for (const { file, name, machine } of flows) {
      expect(machine.id).toBe(camelName(file));
      expect(name).toBe(`${machine.id}Machine`);
    }
  });

  it('are all known to the path lab', () => {
    expect(knownFlows.map(({ file, machine }) => [file, machine])).toEqual(
      flows.map(({ file, machine }) => [file, machine]),
    );
  });

  it('know no clock, network, storage, chance, nor zod', () => {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
      const code = readFileSync(new URL(file, folder), 'utf8');
      expect(code, file).not.toMatch(/\b(Date\b|fetch\(|localStorage|sessionStorage|indexedDB|Math\.random|crypto)/);
      const values = [...code.matchAll(/^import (?!type\b)[^;]*?from '\.\.\/contract\/([\w-]+)\.ts'/gm)];
      for (const [, module] of values) expect(['limits', 'categories'], file).toContain(module);
    }
  });

  it('have fresh diagrams', () => {
    const shown = readFileSync(new URL('README.md', folder), 'utf8');
    expect(shown, 'run: npm run diagrams').toBe(renderDiagrams(knownFlows));
  });
});

describe.each(flows)('$machine.id', ({ machine }) => {
  const nodes = statesOf(machine.root);
  const states = nodes.slice(1);

  it('has camelCase states, each named once, and dot.case events', () => {
    for (const { key } of states) expect(key).toMatch(camelCase);
    expect(new Set(states.map(({ key }) => key)).size).toBe(states.length);
    const events = allTransitions(machine).map(({ eventType }) => eventType);
    for (const type of events.filter((each) => each !== '' && !each.startsWith('xstate.'))) {
      expect(type).toMatch(/^[a-z]+(\.[a-z]+)+$/);
    }
  });

  it('describes itself and every state in one line', () => {
    for (const { id, description } of nodes) expect(description, id).toMatch(/^[^\n]{10,120}\.$/);
  });

  it('has only names in the chart, for guards, actions and actors', () => {
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

  it('gives every invoke an id, both ends and the tag busy', () => {
    for (const node of nodes) {
      for (const { id, src } of node.invoke) {
        const logic: unknown = machine.implementations.actors[String(src)];
        expect(id).toMatch(camelCase);
        expect(node.transitions.has(`xstate.error.actor.${id}`), id).toBe(true);
        // A clock never ends, and while a clock or a machine runs it is the student's turn.
        if (logic === clockPlaceholder) continue;
        expect(node.transitions.has(`xstate.done.actor.${id}`), id).toBe(true);
        if (!(logic instanceof StateMachine)) expect(node.tags, node.id).toContain('busy');
      }
    }
  });

  it('tags a state busy only while an actor works', () => {
    for (const { id, tags, invoke } of states) {
      for (const tag of tags) expect(['busy', 'failed', 'critical']).toContain(tag);
      if (tags.includes('busy')) expect(invoke, id).not.toHaveLength(0);
    }
  });

  it('has a way on from every failure and from every other state that is not final', () => {
    for (const node of states) {
      if (node.tags.includes('failed')) expect(studentsWaysOn(node), node.id).not.toHaveLength(0);
      const outgoing = [node, node.parent].flatMap((each) => (each ? transitionsFrom(each) : []));
      if (node.type !== 'final') expect(outgoing, node.id).not.toHaveLength(0);
    }
  });

  it('reaches every state', () => {
    const reached = reachedStates(machine.root);
    expect(nodes.filter((node) => !reached.has(node)).map(({ id }) => id)).toEqual([]);
  });

  it('ends in a final state with an output, unless it lasts as long as its screen', () => {
    const isLasting = lastingMachines.includes(machine.id);
    expect(states.some(({ type }) => type === 'final')).toBe(!isLasting);
    expect(typeof machine.config.output).toBe(isLasting ? 'undefined' : 'function');
  });

  it('has actors that throw until a flow provides them', async () => {
    const actors: [string, unknown][] = Object.entries(machine.implementations.actors);
    for (const [name, logic] of actors) {
      if (logic instanceof StateMachine) continue;
      expect(await failureOf(logic as AnyActorLogic), name).toMatchObject({ message: 'not provided' });
    }
  });
});
