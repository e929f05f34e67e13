/**
 * Elements that must not be covered by the button for calling the admissions office. A link that extends over a whole
 * card (`stretched`) is not one of them.
 */
const precious = 'a:not(.stretched), button, input, select, textarea, label, summary, [data-price]';

/**
 * Whether the button for calling the admissions office covers a price or a control. Checks nine points of the button:
 * near its corners, near the middles of its edges, and its centre.
 */
function coversSomething(button: HTMLElement): boolean {
  const { left, top, width, height } = button.getBoundingClientRect();
  const steps = [0.05, 0.5, 0.95];
  return steps.some((x) =>
    steps.some((y) =>
      document
        .elementsFromPoint(left + x * width, top + y * height)
        .some((below) => !button.contains(below) && below.closest('main, footer') && below.closest(precious)),
    ),
  );
}

/**
 * Hides the button for calling the admissions office while it would cover a price or a control. Returns a function that
 * removes the listeners.
 */
export function makeWay(button: HTMLElement): () => void {
  let frame = 0;
  const update = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      button.style.visibility = coversSomething(button) ? 'hidden' : '';
    });
  };
  const sizes = new ResizeObserver(update);
  sizes.observe(document.body);
  addEventListener('scroll', update, { passive: true });
  addEventListener('resize', update);
  update();
  return () => {
    cancelAnimationFrame(frame);
    sizes.disconnect();
    removeEventListener('scroll', update);
    removeEventListener('resize', update);
  };
}
