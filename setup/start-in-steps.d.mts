import type { Plugin } from 'vite';

export function startInSteps(shellName: string): Plugin;
