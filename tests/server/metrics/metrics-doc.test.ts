import fastify from 'fastify';
import { expect, it } from 'vitest';
import { createMetrics } from '../../../server/metrics/metrics.ts';
import { filesIn, readSource } from '../../repository/source-files.ts';
import { fakeClock } from '../../support/clock.ts';
import { createTestDatabase } from '../../support/database.ts';
import { parseMetrics } from './parse-metrics.ts';

const { db } = await createTestDatabase();
const metrics = createMetrics({
  db,
  clock: fakeClock(),
  poolStatus: () => ({ open: 2, idle: 1, waiting: 0 }),
  paymentProvider: 'sandbox',
});
const server = fastify();
metrics.observe(server);
metrics.observeQueue('orders', () => 0);
server.get('/', async () => ({}));
await server.inject('/');
const exposed = await metrics.read();

/** A metric with its labels, such as `landfall_orders{state="refund_due"}`. */
type Sample = { name: string; labels: Record<string, string> };

function parseSample(text: string): Sample {
  const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(text) ?? [];
  const pairs = [...labels.matchAll(/(\w+)(?:(?:=|=~)"([^"]*)")?/g)].map(([, label = '', value = '']) => [
    label,
    value,
  ]);
  return { name, labels: Object.fromEntries(pairs) };
}

const samples = Object.keys(parseMetrics(exposed)).map(parseSample);
const histograms = [...exposed.matchAll(/^# TYPE (\w+) histogram$/gm)].map(([, name = '']) => name);
/** The name of the metric that a sample belongs to. A histogram has samples with the endings _bucket, _sum and _count. */
const metricOf = ({ name }: Sample) => histograms.find((one) => name.startsWith(`${one}_`)) ?? name;

/** Each metric with the names of its labels, such as `landfall_orders{state}`. */
function namesOf(of: readonly Sample[]): string[] {
  const described = of.map((sample) => {
    const labels = Object.keys(sample.labels).filter((label) => label !== 'le');
    return labels.length > 0 ? `${metricOf(sample)}{${labels.join(',')}}` : metricOf(sample);
  });
  return [...new Set(described)].toSorted();
}

/** The rows of the table in a section of docs/operating.md, each as its cells. */
function readTable(section: string): string[][] {
  const [, rest = ''] = readSource('docs/operating.md').split(`\n## ${section}\n`);
  const [text = ''] = rest.split('\n## ');
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  // A vertical bar in a cell is preceded by a backslash.
  return rows.slice(2).map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()));
}
const codes = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
const isOurs = ({ name }: Sample) => name.startsWith('landfall_');

it('docs/operating.md describes every metric of the server with its labels, and no other metric', () => {
  const documented = readTable('Metrics').flatMap(([, names]) => codes(names).map(parseSample));
  expect(namesOf(documented.filter(isOurs))).toEqual(namesOf(samples.filter(isOurs)));
  // The metrics of Node are described as `nodejs_*` and `process_*`, apart from two examples.
  const examples = documented.filter((one) => one.name !== '' && !isOurs(one));
  expect(examples.filter(({ name }) => !samples.some((sample) => sample.name === name))).toEqual([]);
  expect(samples.filter((one) => !isOurs(one) && !/^(nodejs|process)_/.test(one.name))).toEqual([]);
});

/** The metrics that a PromQL expression names. A selector without a name, `{…}`, belongs to the metric before it. */
function metricsIn(expression: string): Sample[] {
  const found: Sample[] = [];
  for (const [selector, name] of expression.matchAll(/\b((?:landfall|nodejs|process)_\w+)(?:\{[^}]*\})?|\{[^}]*\}/g))
    found.push(parseSample(name ? selector : `${found.at(-1)?.name ?? ''}${selector}`));
  return found;
}

it('every alert in docs/operating.md has a name of its own and names only metrics and labels that the server has', () => {
  const alerts = readTable('Alerts');
  const names = alerts.map(([, name]) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(names).toEqual([...new Set(names)]);
  const named = alerts.flatMap((cells) => metricsIn(codes(cells.join(' ')).join(' ')));
  expect(new Set(named.map(({ name }) => name)).size).toBeGreaterThan(8);
  const unknown = named.filter(
    (one) =>
      !samples.some(
        ({ name, labels }) =>
          name === one.name &&
          // Only `state` must also have the documented value. The values of other labels depend on the requests.
          Object.entries(one.labels).every(([label, value]) =>
            label === 'state' ? labels[label] === value : label in labels,
          ),
      ),
  );
  expect(unknown).toEqual([]);
});

it('every log line that an alert in docs/operating.md waits for occurs in the server’s source code', () => {
  const lines = readTable('Alerts').flatMap(([, , expression = '']) =>
    expression.includes('the log has') ? codes(expression) : [],
  );
  expect(lines.length).toBeGreaterThan(0);
  const source = filesIn('server', /\.ts$/).map(readSource).join('\n');
  expect(lines.filter((line) => !source.includes(line))).toEqual([]);
});
