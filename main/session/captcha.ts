import { asRecord } from '@contract/access/changes';
import { pictureOf } from '../transport/picture';

/** Reads a captcha: its id and its image, given as a data URI, SVG or base64. */
export function readCaptcha(answer: unknown): { id: string; image: string } | undefined {
  const fields = asRecord(answer);
  const given = fields.id ?? fields.captchaId;
  const id = typeof given === 'number' ? String(given) : given;
  const drawn = fields.image ?? fields.captcha;
  if (typeof id !== 'string' || typeof drawn !== 'string') return undefined;
  if (drawn.startsWith('data:image/')) return { id, image: drawn };
  if (/^\s*<(\?xml|svg)\b/.test(drawn))
    return { id, image: `data:image/svg+xml;base64,${Buffer.from(drawn).toString('base64')}` };
  const image = pictureOf(Buffer.from(drawn, 'base64'));
  return image ? { id, image } : undefined;
}
