/** HTML id of the element into which the one-time-code provider's widget draws its captcha. */
export const captchaBoxId = 'code-captcha';

let box: HTMLElement | undefined;

/**
 * The element into which the one-time-code provider's widget draws its captcha. A page can initialise the widget only
 * once, so the element is created once and is not discarded with the form for the code: a student who goes back and
 * chooses another method of getting a code finds the same captcha.
 */
export function captchaBox(): HTMLElement {
  if (!box) {
    box = document.createElement('div');
    box.id = captchaBoxId;
  }
  return box;
}
