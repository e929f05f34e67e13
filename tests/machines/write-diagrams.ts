import { writeFileSync } from 'node:fs';
import { renderDiagrams } from '../../machines/paths/diagrams.ts';
import { flows } from '../../machines/paths/flows.ts';

writeFileSync(new URL('../../machines/README.md', import.meta.url), renderDiagrams(flows));
