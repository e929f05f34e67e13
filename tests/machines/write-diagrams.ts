import { writeFileSync } from 'node:fs';
import { renderDiagrams } from '../../lab/chart/diagrams.ts';
import { flows } from '../../lab/flows.ts';

writeFileSync(new URL('../../machines/README.md', import.meta.url), renderDiagrams(flows));
