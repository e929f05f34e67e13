/** Path data of the icons for a 24 x 24 viewBox. The paths are stroked with the text colour. */
const drawings = {
  anchor: 'M12 8v13M8 11h8M4 14a8 7 0 0 0 16 0M12 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
  arrowLeft: 'M20 12H5M11 6l-6 6 6 6',
  arrowRight: 'M4 12h15M13 6l6 6-6 6',
  award: 'M12 14a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11M8.5 13 7 21l5-3 5 3-1.5-8',
  book: 'M5 4h9a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h9',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  calendarCheck: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5M9 15l2 2 4-4',
  cart: 'M3 4h2.5l2.2 11h10l2.3-8H6.2M9 20.2a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4M17 20.2a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4',
  check: 'M5 12.5l4.5 4.5L19 7',
  chevronDown: 'M6 9l6 6 6-6',
  chevronLeft: 'M15 5l-7 7 7 7',
  chevronRight: 'M9 5l7 7-7 7',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3.5 2',
  close: 'M6 6l12 12M18 6L6 18',
  compass: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M15.5 8.5l-2 5-5 2 2-5z',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  mail: 'M3 6h18v13H3zM3 7l9 7 9-7',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M5 12h14',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5',
  pause: 'M9 5v14M15 5v14',
  phone: 'M5 3h4l2 5-2.5 1.8a12 12 0 0 0 5.7 5.7L16 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 5a2 2 0 0 1 2-2',
  pin: 'M12 21s7-6.2 7-11.5a7 7 0 1 0-14 0C5 14.8 12 21 12 21M12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
  play: 'M8 5l11 7-11 7z',
  plus: 'M12 5v14M5 12h14',
  retry: 'M20 5v5h-5M4 19v-5h5M5.5 9.5A7.5 7.5 0 0 1 19.6 9M4.4 15a7.5 7.5 0 0 0 14.1-.5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.5 15.5L20 20',
  seat: 'M7 4v9h9l2 7M7 13l-2 7M7 9h6',
  ship: 'M3 15h18l-2.5 5h-13zM6 15v-4h9v4M9 11V6h3v5',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21a8 8 0 0 1 16 0',
  users:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20a6.5 6.5 0 0 1 13 0M15.5 4.8a3.5 3.5 0 0 1 0 6.4M17.5 14a6.5 6.5 0 0 1 4 6',
  warning: 'M12 4l9.5 16h-19zM12 10v5M12 17.6v.4',
  wheel: 'M12 18a6 6 0 1 0 0-12 6 6 0 0 0 0 12M12 2v20M2 12h20M5 5l14 14M19 5L5 19',
} as const;

export type IconName = keyof typeof drawings;

export function isIconName(name: string): name is IconName {
  return name in drawings;
}

/**
 * A decorative icon. It is hidden from screen readers, so it needs text beside it. `size`: width and height in CSS
 * pixels.
 */
export function Icon({ name, size = 20, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={drawings[name]} />
    </svg>
  );
}
