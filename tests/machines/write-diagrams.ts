import { writeFileSync } from 'node:fs';
import { loadFlows } from './chart.ts';
import { renderDiagrams } from './diagrams.ts';

writeFileSync(new URL('../../machines/README.md', import.meta.url), renderDiagrams(await loadFlows()));
