/** HTML id of the element into which the one-time-code provider's widget draws its captcha. */
export const captchaBoxId = 'code-captcha';

let box: HTMLElement | undefined;

/**
 * The element into which the one-time-code provider's widget draws its captcha. A page can initialise the widget only
 * once, so the element is created once. It outlives the form for the code: if the student goes back and chooses another
 * way to get a code, the new form shows the same element.
 */
export function captchaBox(): HTMLElement {
  if (!box) {
    box = document.createElement('div');
    box.id = captchaBoxId;
  }
  return box;
}
