/** Font size in pixels of lists, as in their style sheet. */
const FONT_SIZE = 12.5;

/** Contexts for measuring, one for each weight; null where nothing is drawn. */
const contexts = new Map<string, CanvasRenderingContext2D | null>();
const widths = new Map<string, number>();

/** Returns the width of a text in a list, in whole pixels. */
export function textWidth(text: string, weight: 'normal' | 'bold'): number {
  const key = `${weight} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    width = Math.ceil(contextOf(weight)?.measureText(text).width ?? 0);
    widths.set(key, width);
  }
  return width;
}

function contextOf(weight: 'normal' | 'bold'): CanvasRenderingContext2D | null {
  let context = contexts.get(weight);
  if (context === undefined) {
    context = document.createElement('canvas').getContext('2d');
    if (context) context.font = `${weight} ${FONT_SIZE}px ${getComputedStyle(document.body).fontFamily}`;
    contexts.set(weight, context);
  }
  return context;
}
