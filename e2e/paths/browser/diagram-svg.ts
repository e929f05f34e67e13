import type { AnyStateMachine } from 'xstate';
import { restingStates } from '../../../machines/paths/chart.ts';
import type { StepResult } from './walk-path.ts';

const columns = 4;
const [width, height, gapX, gapY] = [210, 40, 60, 46];

type Point = { x: number; y: number };

function positionOf(index: number): Point {
  const row = Math.floor(index / columns);
  // Shift every second row so that arrows between rows do not overlap.
  return { x: 20 + (index % columns) * (width + gapX) + (row % 2) * 24, y: 20 + row * (height + gapY) };
}

function arrow(from: Point, to: Point, label: string): string {
  const [x1, y1, x2, y2] = [from.x + width / 2, from.y + height / 2, to.x + width / 2, to.y + height / 2];
  const isLoop = x1 === x2 && y1 === y2;
  const middle = { x: (x1 + x2) / 2 + (y2 - y1) * 0.18, y: (y1 + y2) / 2 - (x2 - x1) * 0.12 - (isLoop ? height : 0) };
  const line = `<path d="M${x1} ${y1} Q${middle.x} ${middle.y} ${x2} ${y2}" fill="none" stroke="currentColor" stroke-opacity=".45"/>`;
  const at = { x: (x1 + x2 + 2 * middle.x) / 4, y: (y1 + y2 + 2 * middle.y) / 4 };
  return `${line}<text x="${at.x}" y="${at.y}" font-size="11" fill="currentColor">${label}</text>`;
}

function box(name: string, { x, y }: Point, look: 'right' | 'wrong' | 'quiet'): string {
  const strokeWidth = look === 'quiet' ? 1 : 3;
  return `<g class="${look}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10" fill="var(--paper)" stroke="currentColor" stroke-width="${strokeWidth}"/>
<text x="${x + width / 2}" y="${y + height / 2 + 4}" text-anchor="middle" font-size="12" fill="currentColor">${name}</text></g>`;
}

/** The machine's states and the steps that were walked, with their numbers. Correct states are green, wrong ones red. */
export function diagramSvg(machine: AnyStateMachine, steps: readonly StepResult[]): string {
  const states = restingStates(machine);
  const positions = new Map(states.map((name, index) => [name, positionOf(index)]));
  const looks = new Map<string, 'right' | 'wrong'>();
  for (const { expected, faults } of steps) looks.set(expected, faults.length > 0 ? 'wrong' : 'right');
  const arrows = steps.flatMap(({ expected }, index) => {
    const [from, to] = [positions.get(steps[index - 1]?.expected ?? ''), positions.get(expected)];
    return from && to ? arrow(from, to, String(index)) : [];
  });
  const boxes = states.map((name) => box(name, positions.get(name) ?? positionOf(0), looks.get(name) ?? 'quiet'));
  const size = { x: 40 + columns * (width + gapX), y: 40 + Math.ceil(states.length / columns) * (height + gapY) };
  return `<svg viewBox="0 0 ${size.x} ${size.y}" role="img" aria-label="The states of ${machine.id} and the way through them">${arrows.join('')}${boxes.join('')}</svg>`;
}
