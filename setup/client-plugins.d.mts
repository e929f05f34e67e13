import type { Plugin } from 'vite';

/** Emits the decoders of old scans, which the reader of PDFs asks for by name. */
export function pdfDecoders(): Plugin;
/** Leaves out of Zod what a browser never needs. */
export function zodForBrowsers(): Plugin;
/** Leaves the scales of colours out of scripts. */
export function coloursByName(): Plugin;
