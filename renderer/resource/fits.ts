import { Button } from '@blueprintjs/core';
import { isValidElement, type ReactNode } from 'react';
import { StateTag } from '../ui/StateTag';

/** What is as small as can be, or cuts its words itself. */
const SELF_SIZED: ReadonlySet<unknown> = new Set(['input', Button, StateTag]);
/** Pixels, as the style sheet of lists has them: of the font, and beside the words. */
const FONT_SIZE = 12.5;
const PADDING = 17;

/**
 * Whether what a cell shows surely finds room in so many pixels, by the widest letters that a font has of each sort; where it
 * cannot be known it is said not to. A cell that cuts nothing is drawn in half the time of one that may.
 */
export function fits(content: ReactNode, width: number): boolean {
  if (content === null || content === undefined || content === '') return true;
  if (typeof content === 'string' || typeof content === 'number')
    return widthOf(String(content)) * FONT_SIZE <= width - PADDING;
  if (!isValidElement<{ children?: ReactNode; className?: string }>(content)) return false;
  const { type, props } = content;
  if (SELF_SIZED.has(type)) return true;
  return type === 'span' && props.className === undefined && !isValidElement(props.children)
    ? fits(props.children, width)
    : false;
}

/** The most that words may take, in the height of their font. */
function widthOf(words: string): number {
  let width = 0;
  for (let at = 0; at < words.length; at++) width += LETTERS[words.charCodeAt(at)] ?? 1;
  return width;
}

/** By the code of an ASCII letter. */
const LETTERS = Array.from({ length: 127 }, (_, code) => {
  const letter = String.fromCharCode(code);
  if (/[ .,:;'|!/()[\]ijl-]/.test(letter)) return 0.42;
  if (/[0-9a-ln-vx-z_+*?$"]/.test(letter)) return 0.66;
  return /[A-LN-VX-Z&=<>~#]/.test(letter) ? 0.84 : 1;
});
