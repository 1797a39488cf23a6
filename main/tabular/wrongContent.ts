import type { FileType } from '@contract/endpoint';
import { type Problem, problem } from '@contract/errors';
import { isOle } from './ole';

/** What a file is, by how its bytes begin; enough to say why it is not what its name says. */
const BEGINNINGS = [
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['picture', [0xff, 0xd8, 0xff]],
  ['picture', [0x89, 0x50, 0x4e, 0x47]],
  ['zip', [0x50, 0x4b]],
  ['program', [0x4d, 0x5a]],
  ['program', [0x7f, 0x45, 0x4c, 0x46]],
] as const;
/** Bytes looked at for what no text has. */
const LOOKED_AT = 4096;

/** FILE_CONTENT: what the file is named after, and what it holds in its place. */
export function wrongContent(bytes: Uint8Array, type: FileType, name: string): Problem {
  return problem('FILE_CONTENT', { name, type, found: { choice: ['fileContent', contentOf(bytes)] } });
}

function contentOf(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'nothing';
  const known = BEGINNINGS.find(([, magic]) => magic.every((byte, at) => bytes[at] === byte));
  if (known) return known[0];
  if (isOle(bytes)) return 'oldOffice';
  return bytes.subarray(0, LOOKED_AT).includes(0) ? 'other' : 'text';
}
