import { readFile } from 'node:fs/promises';

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;

/** Processor time in milliseconds of the server and of the load generator, which is this process. */
type ProcessorTimes = { server: number; client: number };

/** Reads the processor times so far (Linux only). */
export async function readProcessorTimes(serverPid: number): Promise<ProcessorTimes> {
  const text = await readFile(`/proc/${serverPid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [userTicks = 0, systemTicks = 0] = fields.slice(11, 13).map(Number);
  const { user, system } = process.cpuUsage();
  return { server: (userTicks + systemTicks) * tickMs, client: (user + system) / 1000 };
}
