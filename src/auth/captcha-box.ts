/** Id under which the provider's widget finds the place of its captcha. */
export const captchaBoxId = 'code-captcha';

let box: HTMLElement | undefined;

/**
 * The one element that the widget draws its captcha into. It outlives the screen: a page may open the widget once only,
 * and a student who goes back and chooses another way finds the same captcha.
 */
export function captchaBox(): HTMLElement {
  if (!box) {
    box = document.createElement('div');
    box.id = captchaBoxId;
  }
  return box;
}
