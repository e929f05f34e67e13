/** The id by which the provider's widget finds the element for its captcha. */
export const captchaBoxId = 'code-captcha';

let box: HTMLElement | undefined;

/**
 * The element that the widget draws its captcha into. It is created once and outlives the code step, because a page can
 * initialise the widget only once: a student who goes back and chooses another method finds the same captcha.
 */
export function captchaBox(): HTMLElement {
  if (!box) {
    box = document.createElement('div');
    box.id = captchaBoxId;
  }
  return box;
}
