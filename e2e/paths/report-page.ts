import type { PathWalk, StepResult, WalkResult } from './walk-path.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const toHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

const style = `
:root { color-scheme: light dark; --ground: light-dark(#eef3f6, #0b151d); --paper: light-dark(#fff, #14222d); --ink: light-dark(#12222e, #e8eff4);
  --quiet: light-dark(#4c6170, #a3b6c4); --line: light-dark(#d3dee6, #2b3e4d); --right: light-dark(#1c7a43, #58c98a); --wrong: light-dark(#b3261e, #ff8a80);
  --open: light-dark(#8a5200, #f0b45c); }
* { box-sizing: border-box; } body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 76rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; } h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin: 0; }
details, .summary { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; margin-top: 1rem; }
summary { cursor: pointer; } summary h2 { display: inline; } .right { color: var(--right); } .wrong { color: var(--wrong); } .open { color: var(--open); }
ol { list-style: none; margin: 1rem 0 0; padding: 0; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); }
li { border: 2px solid var(--right); border-radius: .75rem; overflow: hidden; display: flex; flex-direction: column; } li.bad { border-color: var(--wrong); } li.stopped { border-color: var(--open); }
li img { width: 100%; display: block; border-bottom: 1px solid var(--line); } .says { padding: .75rem; overflow-wrap: anywhere; font-size: .9rem; }
.says p { margin: .25rem 0 0; } .event { font-weight: 650; } .quiet { color: var(--quiet); }
`;

function stateHtml({ expected, actual, faults, obstacle }: StepResult): string {
  if (obstacle !== null) return `<p class="open">${toHtml(obstacle)}</p>`;
  if (faults.length === 0) return `<p class="right">${toHtml(actual)}</p>`;
  const differs = `<p>expected <strong>${toHtml(expected)}</strong></p><p class="wrong">was <strong>${toHtml(actual)}</strong></p>`;
  return differs + faults.map((fault) => `<p class="wrong">${toHtml(fault)}</p>`).join('');
}

function stepHtml(step: StepResult, number: number): string {
  const { event, url, faults, obstacle, picture } = step;
  const image = picture
    ? `<img loading="lazy" alt="The screen after step ${number}" src="data:image/jpeg;base64,${picture.toString('base64')}">`
    : '';
  const kind = obstacle !== null ? ' class="stopped"' : faults.length > 0 ? ' class="bad"' : '';
  return `<li${kind}>${image}<div class="says"><p class="event">${number}. ${toHtml(event)}</p>${stateHtml(step)}<p class="quiet">${toHtml(url)}</p></div></li>`;
}

const resultsHtml: Record<WalkResult, string> = {
  asWritten: '<span class="right">as written</span>',
  different: '<span class="wrong">different</span>',
  impossible: '<span class="open">cannot be done on the screens</span>',
};

function walkHtml({ file, steps, result, milliseconds }: PathWalk): string {
  const progress = `${steps.length - 1} of ${file.steps.length} steps, ${(milliseconds / 1000).toFixed(1)} s`;
  return `<details${result === 'asWritten' ? '' : ' open'}><summary><h2>${toHtml(file.title)}: ${resultsHtml[result]}</h2> <span class="quiet">${progress}</span></summary>
<ol>${steps.map(stepHtml).join('')}</ol></details>`;
}

function summaryHtml(walks: readonly PathWalk[]): string {
  const count = (wanted: WalkResult) => walks.filter(({ result }) => result === wanted).length;
  const [wrong, stopped] = [count('different'), count('impossible')];
  if (wrong + stopped === 0) return `<p class="right">All ${walks.length} paths went as written.</p>`;
  const wrongHtml = wrong > 0 ? `<p class="wrong">${wrong} of ${walks.length} paths went differently.</p>` : '';
  const stoppedHtml =
    stopped > 0
      ? `<p class="open">${stopped} of ${walks.length} paths have a step that cannot be done on the screens. That says nothing about the site.</p>`
      : '';
  return `${wrongHtml}${stoppedHtml}<p>They are open below.</p>`;
}

/**
 * Returns a self-contained HTML page with the screenshot of every step of every path. Colours show the results: green
 * if a step went as the path says, red if it did not, amber if no screen can cause the step's event.
 */
export function reportPage(walks: readonly PathWalk[]): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Paths replayed in the site</title><style>${style}</style></head><body><main><h1>Paths replayed in the site</h1>
<div class="summary">${summaryHtml(walks)}</div>${walks.map(walkHtml).join('\n')}</main></body></html>`;
}
