import type { PathWalk, StepResult } from './walk-path.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const toHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

const style = `
:root { color-scheme: light dark; --ground: light-dark(#eef3f6, #0b151d); --paper: light-dark(#fff, #14222d); --ink: light-dark(#12222e, #e8eff4);
  --quiet: light-dark(#4c6170, #a3b6c4); --line: light-dark(#d3dee6, #2b3e4d); --right: light-dark(#1c7a43, #58c98a); --wrong: light-dark(#b3261e, #ff8a80); }
* { box-sizing: border-box; } body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 76rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; } h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin: 0; }
details, .summary { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; margin-top: 1rem; }
summary { cursor: pointer; } summary h2 { display: inline; } .right { color: var(--right); } .wrong { color: var(--wrong); }
ol { list-style: none; margin: 1rem 0 0; padding: 0; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); }
li { border: 2px solid var(--right); border-radius: .75rem; overflow: hidden; display: flex; flex-direction: column; } li.bad { border-color: var(--wrong); }
li img { width: 100%; display: block; border-bottom: 1px solid var(--line); } .says { padding: .75rem; overflow-wrap: anywhere; font-size: .9rem; }
.says p { margin: .25rem 0 0; } .event { font-weight: 650; } .quiet { color: var(--quiet); }
`;

function stepHtml({ event, expected, actual, url, faults, picture }: StepResult, number: number): string {
  const isRight = faults.length === 0;
  const image = picture
    ? `<img loading="lazy" alt="The screen after step ${number}" src="data:image/jpeg;base64,${picture.toString('base64')}">`
    : '';
  const state = isRight
    ? `<p class="right">${toHtml(actual)}</p>`
    : `<p>expected <strong>${toHtml(expected)}</strong></p><p class="wrong">was <strong>${toHtml(actual)}</strong></p>`;
  const faultsHtml = faults.map((fault) => `<p class="wrong">${toHtml(fault)}</p>`).join('');
  return `<li${isRight ? '' : ' class="bad"'}>${image}<div class="says"><p class="event">${number}. ${toHtml(event)}</p>${state}${faultsHtml}<p class="quiet">${toHtml(url)}</p></div></li>`;
}

function walkHtml(walk: PathWalk): string {
  const { file, steps, isRight, milliseconds } = walk;
  const result = isRight ? '<span class="right">as written</span>' : '<span class="wrong">different</span>';
  const progress = `${steps.length - 1} of ${file.steps.length} steps, ${(milliseconds / 1000).toFixed(1)} s`;
  return `<details${isRight ? '' : ' open'}><summary><h2>${toHtml(file.title)}: ${result}</h2> <span class="quiet">${progress}</span></summary>
<ol>${steps.map(stepHtml).join('')}</ol></details>`;
}

/** A self-contained HTML page with the screenshot of every step of every path, in green or red. */
export function reportPage(walks: readonly PathWalk[]): string {
  const wrong = walks.filter(({ isRight }) => !isRight).length;
  const result = wrong === 0 ? `<p class="right">All ${walks.length} paths went as written.</p>` : '';
  const bad =
    wrong > 0 ? `<p class="wrong">${wrong} of ${walks.length} paths went differently. They stand open below.</p>` : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Paths replayed in the site</title><style>${style}</style></head><body><main><h1>Paths replayed in the site</h1>
<div class="summary">${result}${bad}</div>${walks.map(walkHtml).join('\n')}</main></body></html>`;
}
