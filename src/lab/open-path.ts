import type { PathFile } from '../../contract/path-file.ts';
import { readPathFile } from '../../contract/read-path-file.ts';
import { findFlow, flows } from '../../machines/paths/flows.ts';
import { PathPlayer } from './path-player.ts';

/** A player at its beginning, or why there is none, in words. */
export type OpenedPath = { player: PathPlayer; trouble: null } | { player: null; trouble: string };

/** Puts a path on a copy of its machine. */
export function openPath(file: PathFile): OpenedPath {
  const flow = findFlow(file.machine);
  if (!flow) {
    const known = flows.map(({ machine }) => machine.id).join(', ');
    return { player: null, trouble: `There is no machine “${file.machine}” any more. There are ${known}.` };
  }
  try {
    return { player: new PathPlayer(flow, file), trouble: null };
  } catch (error) {
    return { player: null, trouble: `The path cannot begin: ${error instanceof Error ? error.message : error}.` };
  }
}

/** The same for the text of a file; a damaged one is refused with the place. */
export function openPathText(text: string): OpenedPath {
  const { file, trouble } = readPathFile(text);
  return file ? openPath(file) : { player: null, trouble: `This is no usable path file: ${trouble}.` };
}
