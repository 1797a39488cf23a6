/** Decodes bytes in an encoding by its WHATWG label. Node and Chromium have it; the contract is typed without either. */
declare class TextDecoder {
  constructor(label?: string);
  decode(input?: Uint8Array): string;
}
