/** Supported text encodings, the common ones first. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'gb18030',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1254',
  'iso-8859-2',
  'iso-8859-15',
  'macintosh',
  'big5',
  'shift_jis',
] as const;
export type Encoding = (typeof ENCODINGS)[number];
