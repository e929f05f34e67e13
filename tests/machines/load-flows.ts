import { readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type AnyStateMachine, StateMachine } from 'xstate';

const folder = new URL('../../machines/', import.meta.url);

export type LoadedFlow = { file: string; name: string; machine: AnyStateMachine };

/** Loads every state machine that the files in `machines/` export, in the order of the file names. */
export async function loadFlows(): Promise<LoadedFlow[]> {
  const files = readdirSync(fileURLToPath(folder)).filter((file) => file.endsWith('.machine.ts'));
  const flows: LoadedFlow[] = [];
  for (const file of files.sort()) {
    const exported: Record<string, unknown> = await import(pathToFileURL(fileURLToPath(new URL(file, folder))).href);
    for (const [name, machine] of Object.entries(exported)) {
      if (machine instanceof StateMachine) flows.push({ file, name, machine });
    }
  }
  return flows;
}
