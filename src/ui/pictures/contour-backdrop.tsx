import classes from './course-picture.module.css';

const depths = [
  'M300 60c34-14 72 8 78 44s-18 74-58 76-70-26-66-62 22-48 46-58',
  'M286 30c54-20 112 14 120 70s-30 116-92 118-108-42-102-98 36-74 74-90',
  'M270-2c76-26 158 22 168 100s-44 160-130 162S160 202 168 120 216 16 270-2',
  'M254-36c98-32 206 28 218 130s-58 206-170 208S110 228 120 116 182-12 254-36',
  'M238-70C360-108 492-34 506 92S434 346 296 348 60 252 74 112 148-42 238-70',
];

/** Decorative depth lines of a nautical chart. The parent element must be positioned and clip the lines. */
export function ContourBackdrop() {
  return (
    <svg
      className={classes.contours}
      viewBox="0 0 480 240"
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      {depths.map((line) => (
        <path key={line} d={line} />
      ))}
    </svg>
  );
}
