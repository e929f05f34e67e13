type Log = { code?: string; message: string };

/** The bundler's `onLog`. @throws Error where a late import is useless */
export function hearBuild<Level, Said extends Log>(
  level: Level,
  log: Said,
  handle: (level: Level, log: Said) => void,
): void;
