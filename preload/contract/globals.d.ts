/** Decodes bytes in an encoding by its WHATWG label. In Node and Chromium; the contract uses the types of neither. */
declare class TextDecoder {
  constructor(label?: string);
  decode(input?: Uint8Array): string;
}
