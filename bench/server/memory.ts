import { readdir, readFile } from 'node:fs/promises';

/** Proportional set size of a process in bytes: shared memory is divided among the processes that share it. */
async function pssOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
}

async function parentsOf(): Promise<Map<number, number>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const entries = pids.map(async (pid): Promise<[number, number]> => {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    return [pid, Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1] ?? 0)];
  });
  return new Map(await Promise.all(entries));
}

/** Memory of a process and all its descendants in bytes (Linux only). */
export async function memoryOf(pid: number): Promise<number> {
  const parents = await parentsOf();
  const isDescendant = (one: number): boolean => one === pid || (one > 1 && isDescendant(parents.get(one) ?? 0));
  const sizes = await Promise.all([...parents.keys()].filter(isDescendant).map(pssOf));
  return sizes.reduce((sum, size) => sum + size, 0);
}
