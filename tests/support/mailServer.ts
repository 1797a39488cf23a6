import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { certificates } from './certificates';

/** Reaction of a mail server to mail. */
type Behaviour = 'accepts' | 'refuses' | 'refuses the address' | 'hangs' | 'hangs up';

/** A mail server on this machine, which speaks SMTP and behaves as set. */
export class MailServer {
  /** Mails as received, headers and all. */
  readonly received: string[] = [];
  /** Names of the users who signed in. */
  readonly signedIn: string[] = [];
  behaves: Behaviour = 'accepts';
  readonly #server: SMTPServer;

  constructor(user?: { readonly name: string; readonly password: string }) {
    const { key, cert } = certificates.inOrder;
    this.#server = new SMTPServer({
      key,
      cert,
      authOptional: !user,
      allowInsecureAuth: true,
      disableReverseLookup: true,
      closeTimeout: 50,
      onConnect: (_session, done) => {
        if (this.behaves !== 'hangs') done();
      },
      onAuth: ({ username = '', password = '' }, _session, done) => {
        if (username !== user?.name || password !== user.password)
          return done(new Error(`no ${username} with ${password}`));
        this.signedIn.push(username);
        done(null, { user: username });
      },
      onRcptTo: ({ address }, _session, done) =>
        this.behaves === 'refuses the address' || address.startsWith('nobody')
          ? done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
          : done(),
      onData: async (stream, session, done) => {
        let text = '';
        try {
          for await (const part of stream) text += part;
        } catch {
          // The client gave up in the middle of a mail.
          return done(new Error('cut short'));
        }
        if (this.behaves === 'hangs up') return void this.#hangUp(session.id);
        if (this.behaves === 'refuses')
          return done(Object.assign(new Error('mailbox full'), { responseCode: 452 }));
        this.received.push(text);
        done(null, 'taken');
      },
    });
    // Some tests have clients that give up in the middle.
    this.#server.on('error', () => undefined);
  }

  #hangUp(id: string): void {
    for (const connection of this.#server.connections) if (connection.id === id) connection.close();
  }

  start(port = 0): Promise<this> {
    return new Promise((resolve) => this.#server.listen(port, '127.0.0.1', () => resolve(this)));
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
