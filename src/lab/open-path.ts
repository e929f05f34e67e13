import type { PathFile } from '../../contract/path-file.ts';
import { readPathFile } from '../../contract/read-path-file.ts';
import { findFlow, flows } from '../../machines/paths/flows.ts';
import { PathPlayer } from './path-player.ts';

/** A player at the start of its path, or an error message. */
type OpenedPath = { player: PathPlayer; error: null } | { player: null; error: string };

/** Creates a player for a path on a copy of its machine. */
export function openPath(file: PathFile): OpenedPath {
  const flow = findFlow(file.machine);
  if (!flow) {
    const known = flows.map(({ machine }) => machine.id).join(', ');
    return { player: null, error: `The machine “${file.machine}” no longer exists. Known machines: ${known}.` };
  }
  try {
    return { player: new PathPlayer(flow, file), error: null };
  } catch (error) {
    return { player: null, error: `The path cannot start: ${error instanceof Error ? error.message : error}.` };
  }
}

/** Like `openPath`, for the text of a path file. The message for an invalid file names the position of the error. */
export function openPathText(text: string): OpenedPath {
  const { file, trouble } = readPathFile(text);
  return file ? openPath(file) : { player: null, error: `This is not a valid path file: ${trouble}.` };
}
