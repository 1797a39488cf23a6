/** Creates a PDF page with a heading and lines. Characters outside Latin-1 become question marks. */
export function pdfPage(heading: string, lines: readonly string[]): Uint8Array {
  const content = [
    'BT',
    '/F1 18 Tf 60 780 Td',
    `(${escaped(heading)}) Tj`,
    '/F1 11 Tf 0 -34 Td 17 TL',
    ...lines.map((line) => `(${escaped(line)}) Tj T*`),
    'ET',
    // A frame, so that the page looks like a form.
    '0.6 w 45 60 505 750 re S',
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = text.length;
  const entries = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  // One byte per character, so that the offsets are right.
  return Buffer.from(text, 'latin1');
}

const escaped = (text: string): string =>
  text
    .replace(/[\u0100-\uffff]/g, '?')
    .replace(/[^\x20-\xff]/g, ' ')
    .replace(/[\\()]/g, '\\$&');
