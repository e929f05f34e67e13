/** The id by which the provider's widget finds the element for its captcha. */
export const captchaBoxId = 'code-captcha';

let box: HTMLElement | undefined;

/**
 * The element into which the widget draws its captcha. A page can initialise the widget only once. So the element is created
 * once and outlives the code step: a student who goes back and chooses another method finds the same captcha.
 */
export function captchaBox(): HTMLElement {
  if (!box) {
    box = document.createElement('div');
    box.id = captchaBoxId;
  }
  return box;
}
