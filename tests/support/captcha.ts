import { STROKES } from '../../main/embedded/access/captcha';

/** Distances of the grid's points in the picture, and how far a point may be off: less than half of them. */
const STEP = { x: 4.2, y: 4 };

/** Reads the picture of a captcha, as a person does: each group of strokes lies near the points of one character. */
export function readCaptcha(image: string): string {
  const svg = Buffer.from(image.replace(/^data:[^,]*,/, ''), 'base64').toString();
  const letters = svg.match(/<g transform=.*?<\/g>/g) ?? [];
  return letters.map((letter) => characterOf(letter)).join('');
}

function characterOf(letter: string): string {
  const strokes = [...letter.matchAll(/d="M([^"]+)"/g)].map(([, line = '']) =>
    line
      .split('L')
      .map((point) => {
        const [x = 0, y = 0] = point.split(' ').map(Number);
        return `${Math.round(x / STEP.x)}${Math.round(y / STEP.y)}`;
      })
      .join(''),
  );
  const found = Object.entries(STROKES).find(([, lines]) => lines.join() === strokes.join());
  if (!found) throw new Error(`no character has the strokes ${strokes}`);
  return found[0];
}
