import { isTyping } from './shortcuts';

/**
 * Whether nobody has the focus but what a thing stands in, as after a click beside it; or what led there: an entry of the menu
 * at the side, or what has just gone behind and is about to lose it.
 */
export function isFree(thing: Element): boolean {
  const at = document.activeElement;
  return !at || at.contains(thing) || !at.checkVisibility() || (!isTyping(at) && !!at.closest('nav'));
}
