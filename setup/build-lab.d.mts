import type { PluginOption } from 'vite';

export function buildLab(parts: { outDir: string; plugins: PluginOption[] }): Promise<void>;
