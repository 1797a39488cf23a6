import { isIP } from 'node:net';
import { asRecord } from '@contract/access/changes';
import { asError, caughtFacts } from '@contract/failure';
import { MAIL } from '@contract/limits';
import type { MailError, MailSettings } from '@contract/mail/mail';
import { addressesOf, CallFailed, mayMail, withSignal } from '../../core/callOut';
import type { letterOf } from './letter';

/** A mail server, with its credentials. */
export type MailServer = Pick<MailSettings, 'port' | 'security' | 'username'> & {
  readonly host: string;
  readonly fromAddress: string;
  readonly password: string | null;
};

/** Result of an attempt. A sent email may have an error: addresses that were refused while others were not. */
export interface MailSent {
  readonly ok: boolean;
  readonly error: MailError | null;
  readonly answer: string | null;
}

/** Makes one attempt. Never throws; returns undefined, as if not made, for an attempt cut short by `stopped`. */
export async function sendMail(
  letter: Awaited<ReturnType<typeof letterOf>>,
  server: MailServer,
  { deadline, stopped }: { readonly deadline: number; readonly stopped: AbortSignal },
): Promise<MailSent | undefined> {
  const { host, port, security, username, password } = server;
  const masked = (text: string | undefined) => quoted(text, password);
  // Load the library when the first mail goes out: most starts send none.
  const { createTransport } = await import('nodemailer');
  const late = AbortSignal.timeout(deadline);
  const signal = AbortSignal.any([late, stopped]);
  try {
    const addresses = await withSignal(addressesOf(host, mayMail), signal);
    // Prefer IPv4: name servers also return IPv6 addresses to offices that have no IPv6.
    const { address } = addresses.find(({ family }) => family === 4) ?? addresses[0];
    const transport = createTransport({
      // Connect to the address that was checked; the certificate must be for the name of the host.
      host: address,
      ...(isIP(host) ? {} : { servername: host }),
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      ...(username ? { auth: { user: username, pass: password ?? '' } } : {}),
      tls: { minVersion: 'TLSv1.2' },
      connectionTimeout: deadline,
      greetingTimeout: deadline,
      socketTimeout: deadline,
      dnsTimeout: deadline,
    });
    const { rejected, response } = await transport.sendMail({ ...letter, signal });
    return rejected.length > 0
      ? { ok: true, error: 'recipient', answer: masked(rejected.join(', ')) }
      : { ok: true, error: null, answer: masked(response) };
  } catch (error) {
    if (stopped.aborted) return undefined;
    return { ok: false, error: late.aborted ? 'timeout' : kindOf(error), answer: masked(textOf(error)) };
  }
}

/** Text of a failure. A response that is not SMTP is not quoted: the configured server may be another service. */
function textOf(error: unknown): string | undefined {
  const { code, response, message } = caughtFacts(error);
  if (response) return /^\d{3}([ -]|$)/.test(response) ? response : undefined;
  return code === 'EPROTOCOL' || error instanceof CallFailed ? undefined : message;
}

/** Text of a server in a form that may be stored: without the password, in plain or base64 form. */
function quoted(text: string | undefined, password: string | null): string | null {
  const forms = password ? [password, Buffer.from(password).toString('base64')] : [];
  const clean = forms.reduce((line, form) => line.replaceAll(form, '•••'), text ?? '');
  const line = clean
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, MAIL.maxAnswer)
    .trim();
  return line || null;
}

/** Classifies an error by nodemailer's codes; TLS errors have the names of Node and OpenSSL. */
function kindOf(error: unknown): MailError {
  if (error instanceof CallFailed && error.fault === 'private_address') return 'address';
  const { code = '' } = caughtFacts(error);
  const { responseCode, command } = asRecord(error);
  if (code === 'ENOENT') return 'attachment';
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'sign_in';
  if (code === 'EENVELOPE') return command === 'MAIL FROM' ? 'refused' : 'recipient';
  if (code === 'ETLS' || /CERT|SSL|SIGNED|VERIFY|ALTNAME/.test(code) || isTls(error)) return 'tls';
  if (code === 'ETIMEDOUT') return 'timeout';
  return responseCode !== undefined || code === 'EMESSAGE' ? 'refused' : 'unreachable';
}

/** Socket errors have their origin in their cause or their text. */
function isTls(error: unknown): boolean {
  const { message, cause } = asError(error);
  return (
    /CERT|SSL|SIGNED|VERIFY|ALTNAME/.test(caughtFacts(cause).code ?? '') ||
    /certificate|wrong version number|ssl/i.test(message)
  );
}
