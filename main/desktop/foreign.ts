import { type MenuNode, type Profile, session as sessionApi } from '@contract/access/session';
import type { SessionState } from '@contract/desktop/boot';
import { explain, type Problem, problem } from '@contract/errors';
import * as z from 'zod';
import { readCaptcha } from '../session/captcha';
import { readMenuTree } from '../session/menuTree';
import { personOf, readLogin, readProfile } from '../session/profile';
import { isToken } from '../session/session';
import { dataOf } from '../transport/answer';
import type { Call } from '../transport/call';
import { callError } from '../transport/callError';
import type { DesktopServices } from './desk';

/** Parts of main used to sign in to a server of another make. */
type Foreign = Pick<DesktopServices, 'memory' | 'session' | 'transport' | 'offered' | 'language' | 'report'>;

const ANY = z.unknown();
/** Returns a call whose response data is not validated: the caller does so itself, whatever its shape. */
export const loosely = (call: Call): Call => ({ ...call, found: { ...call.found, answer: ANY } });

/** True if the chosen server is set by an address; its responses may differ in shape from the embedded API's. */
export const isForeign = ({ memory }: Pick<DesktopServices, 'memory'>): boolean =>
  memory.environments.some(({ id, base }) => id === memory.environment && base !== null);

/** Sign-in, permissions and profile of servers of another make, each converted into the shape that windows know. */
export class ForeignServer {
  readonly #desk: Foreign;
  /** The menu tree read at sign-in; serves the window's first request, so that no second one goes out. */
  #tree: { readonly token: string; readonly nodes: readonly MenuNode[] } | null = null;

  constructor(desk: Foreign) {
    this.#desk = desk;
  }

  /**
   * Signs in: the session begins once the permissions and the user are known. Until then nothing is stored, and a
   * failure leaves the sign-in screen unchanged.
   */
  async signIn(body: { readonly username: string }): Promise<SessionState> {
    const { session, transport, memory, offered, language } = this.#desk;
    const { environment } = session;
    const login: Call = { name: 'session.login', found: sessionApi.login, input: { body } };
    const { token, person, named } = readLogin(dataOf(await transport.json(loosely(login))));
    if (token === undefined || !isToken(token)) throw callError(language(), problem('ANSWER_INVALID'));
    const as = { environment, token };
    try {
      offered.forget(environment);
      const [nodes, ownProfile] = await Promise.all([
        this.#readTree({ name: 'session.menuTree', found: sessionApi.menuTree, input: {}, as }),
        named ? {} : this.#person(as),
        this.readOffered(token),
      ]);
      const profile = readProfile(
        { ...person, ...ownProfile },
        { username: body.username, language: language() },
      );
      memory.change({ lastUsername: profile.username });
      this.#tree = { token, nodes };
      return await session.start(environment, token, profile);
    } catch (error) {
      // End the server's session, which nobody will use.
      void transport
        .json({
          name: 'session.logout',
          found: sessionApi.logout,
          input: {},
          as,
          signal: AbortSignal.timeout(5000),
        })
        .catch(() => undefined);
      throw error;
    }
  }

  /** Returns the reader of a call whose response may differ in shape; undefined if the contract alone validates it. */
  readerOf(name: string): ((call: Call) => Promise<unknown>) | undefined {
    switch (name) {
      case 'session.menuTree':
        return (call) => this.#menuTree(call);
      case 'session.me':
      case 'session.avatar':
      case 'session.removeAvatar':
        return (call) => this.#profile(call);
      case 'session.captcha':
        return (call) => this.#captcha(call);
      default:
        return undefined;
    }
  }

  /** Reads the permissions of a running session; if they are invalid the session ends with the reason. */
  async #menuTree(call: Call): Promise<readonly MenuNode[]> {
    const { session, memory } = this.#desk;
    const token = session.tokenOf(memory.environment ?? '');
    const read = this.#tree;
    this.#tree = null;
    if (read && read.token === token) return read.nodes;
    const [nodes] = await Promise.all([this.#readTree(call), this.readOffered(token)]);
    return nodes;
  }

  async #readTree(call: Call): Promise<readonly MenuNode[]> {
    const { transport, session, language } = this.#desk;
    const read = readMenuTree(dataOf(await transport.json(loosely(call))));
    if ('nodes' in read) return read.nodes;
    await session.end('refused', call.as?.token, explain(language(), read.problem));
    throw this.#error(read.problem);
  }

  /** Reads the profile for a token; empty if the server gives none. */
  async #person(as: NonNullable<Call['as']>): Promise<Readonly<Record<string, unknown>>> {
    const { transport, report } = this.#desk;
    const call: Call = { name: 'session.me', found: sessionApi.me, input: {}, as };
    return transport.json(loosely(call)).then(
      (json) => personOf(dataOf(json)),
      (error: unknown) => {
        report('the server did not return the profile', error);
        return {};
      },
    );
  }

  async #profile(call: Call): Promise<Profile> {
    const { transport, session, language } = this.#desk;
    const known = session.state.profile;
    const person = personOf(dataOf(await transport.json(loosely(call))));
    // Fields missing from the response keep their values.
    const fields = { ...known, ...(known && 'avatar' in person ? { avatarUrl: null } : {}), ...person };
    return readProfile(fields, { username: known?.username ?? '', language: language() });
  }

  async #captcha(call: Call): Promise<unknown> {
    const read = readCaptcha(dataOf(await this.#desk.transport.json(loosely(call))));
    if (!read) throw this.#error(problem('ANSWER_INVALID'));
    return read;
  }

  /** Asks the server which calls it offers, once per session. */
  async readOffered(token = this.#desk.session.tokenOf(this.#desk.session.environment)): Promise<void> {
    const { transport, offered } = this.#desk;
    const target = await transport.target();
    await offered.readDocument(target, transport.plainHeaders(target, token));
  }

  #error(found: Problem) {
    return callError(this.#desk.language(), found);
  }
}
