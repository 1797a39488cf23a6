import { newMrn } from './apiCustoms';

/** Returns lines as mails have them in transit. */
const crlf = (text: string) => text.replace(/\r?\n/g, '\r\n');

/** Returns a mail as bytes, from its text; characters beyond ASCII are UTF-8. */
export const eml = (text: string): Buffer => Buffer.from(crlf(text), 'utf8');

let made = 0;
/** Returns an id that no other mail of the tests has. */
export function messageId(): string {
  made += 1;
  return `m${process.pid}.${made}.${Math.random()}@handler.example.net`;
}

/** The smallest file that is a PDF. */
export const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  'latin1',
);

/** Headers and parts of a mail with a text and a PDF. */
const mixed = (text: string, file: string) => `Content-Type: multipart/mixed; boundary="=_mixed"

--=_mixed
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

${text}
--=_mixed
Content-Type: application/pdf; name="${file}"
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename="${file}"

${PDF.toString('base64')}
--=_mixed--
`;

/** Returns a notice of arrival in the form of a cargo station, with a PDF where a file is named. */
export function noaEml({
  billNo = '112-90424456',
  pieces = 318,
  ready = '03/11/2026 14:30',
  from = 'NOA desk <noa@polder-cargo.example.net>',
  to = 'noa@example.com',
  date = 'Tue, 03 Nov 2026 12:20:00 +0100',
  id = messageId(),
  file,
}: {
  billNo?: string;
  pieces?: number;
  ready?: string;
  from?: string;
  to?: string;
  date?: string;
  id?: string;
  file?: string;
} = {}): Buffer {
  const text = `Dear customer,

AWB: ${billNo}
Pieces: ${pieces}
Gross weight: 4.512,5 kg
Ready for pickup: ${ready}
`;
  return eml(`From: ${from}
To: ${to}
Date: ${date}
Message-ID: <${id}>
Subject: Notice of arrival ${billNo}
MIME-Version: 1.0
${file ? mixed(text, file) : `Content-Type: text/plain; charset=utf-8\n\n${text}`}`);
}

/** Returns a tax assessment in the form of customs, with the assessment itself as a PDF. */
export function utbEml({
  mrn = newMrn(),
  utbNo = `UTB26${String(Math.random()).slice(2, 10)}`,
  total = '3.592,16',
  billNo = '',
  id = messageId(),
  file = 'aanslag.pdf',
}: {
  mrn?: string;
  utbNo?: string;
  total?: string;
  billNo?: string;
  id?: string;
  file?: string;
} = {}): Buffer {
  const text = `UTB-nummer: ${utbNo}
Aangiftenummer (MRN): ${mrn}
${billNo && `Vrachtbrief: ${billNo}`}
Douanerechten: =E2=82=AC 1.234,56
BTW 21%: =E2=82=AC 2.345,60
Overige heffingen: =E2=82=AC 12,00
Totaal te betalen: =E2=82=AC ${total}
Uiterste betaaldatum: 14-11-2026
Betalingskenmerk: 7000 1234 5678 9012`;
  return eml(`From: Douane <noreply@douane.example.org>
To: utb@example.com
Date: Wed, 04 Nov 2026 08:05:00 +0100
Message-ID: <${id}>
Subject: =?UTF-8?Q?Uitnodiging_tot_betaling?=
MIME-Version: 1.0
${mixed(text, file)}`);
}
