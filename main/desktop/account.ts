import { type Profile, session as sessionApi } from '@contract/access/session';
import type { DesktopHandlers } from '@contract/desktop';
import type { Boot, Environment } from '@contract/desktop/boot';
import { problem } from '@contract/errors';
import { MAX_AVATAR } from '@contract/limits';
import { canBeWritten } from '../server/store/writable';
import { isToken } from '../session/session';
import { callError } from '../transport/callError';
import { fetchPicture, pictureAddress, pictureOf } from '../transport/picture';
import { bytesOf } from '../transport/response';
import { readBase } from '../transport/target';
import type { CallerWindow, DesktopServices } from './desk';
import { isForeign } from './foreign';

/** Gathers everything a window needs to start. */
export async function bootOf(desk: DesktopServices): Promise<Boot> {
  const { memory, session, backend } = desk;
  const environment = memory.environment;
  return {
    version: desk.version,
    platform: process.platform,
    electron: desk.electron,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    settings: memory.settings,
    environments: memory.environments,
    hidden: memory.hiddenEnvironments,
    missing: environment === null ? [] : [...desk.offered.missing(environment)],
    environment,
    session: session.state,
    backend: backend.state,
    damaged: [...memory.damaged, ...(desk.outbox.damaged ? ['outbox'] : [])],
    seed: environment === 'embedded' ? (backend.seed ?? memory.get('seed')) : null,
    alone: null,
    defaults: memory.defaults,
    managed: {
      place: memory.managed.place,
      locked: [...memory.managed.locked],
      problems: [...memory.managed.problems],
    },
    graphics: desk.graphics,
    safeStart: memory.safeStart,
    beginsEmpty: desk.beginsEmpty,
  };
}

/** Starts the embedded API: on existing data, or on the data that the command line asked for. */
export async function startBackend({
  memory,
  backend,
}: Pick<DesktopServices, 'memory' | 'backend'>): Promise<void> {
  const seed = memory.get('seed');
  if (!seed) return;
  if (!memory.get('toBegin')) {
    await backend.resume(seed);
    return;
  }
  const { status } = await backend.start(seed);
  if (status === 'ready') memory.set({ toBegin: false });
}

/** Sign-in, sign-out, and retrying a locked keychain. */
export function accountProcedures(desk: DesktopServices): DesktopHandlers<CallerWindow>['account'] {
  const { session, transport, memory } = desk;
  return {
    signIn: async (body) => {
      if (isForeign(desk)) return desk.foreign.signIn(body);
      const { environment } = session;
      const json = await transport.json({ name: 'session.login', found: sessionApi.login, input: { body } });
      const { token, profile } = (JSON.parse(json) as { data: { token: string; profile: Profile } }).data;
      if (!isToken(token)) throw callError(desk.language(), problem('ANSWER_INVALID'));
      memory.change({ lastUsername: profile.username });
      return session.start(environment, token, profile);
    },
    signOut: async () => {
      // The server ends the session if it can be reached and offers the call; locally it ends in any case.
      if (!desk.offered.lacks(session.environment, 'session.logout'))
        await transport
          .json({
            name: 'session.logout',
            found: sessionApi.logout,
            input: {},
            signal: AbortSignal.timeout(5000),
          })
          .catch((error: unknown) => desk.report('the server could not be notified of the sign-out', error));
      return session.end('signedOut');
    },
    retry: () => session.retry(),
    picture: async () => {
      const { environment, state } = session;
      const given = state.profile?.avatarUrl;
      if (!given || state.status !== 'signedIn') return null;
      const target = await transport.target();
      const headers = transport.plainHeaders(target, session.tokenOf(environment));
      if (!target.strict && pictureAddress(given, target.base))
        return fetchPicture(given, target, { headers, proxyFor: desk.proxyFor });
      // The id of an uploaded file.
      const { file } = sessionApi;
      const { stream, failure } = await transport.blob({
        ...{ name: 'session.file', found: file, input: { params: { fileId: given } } },
      });
      return pictureOf(
        await bytesOf(stream, MAX_AVATAR).catch((error: unknown) => Promise.reject(failure(error))),
      );
    },
  };
}

/** Choosing a server, and the first start of the embedded one. */
export function environmentProcedures(desk: DesktopServices): DesktopHandlers<CallerWindow>['environments'] {
  const { memory, session, backend } = desk;
  const boot = () => bootOf(desk);
  const known = (id: string): Environment => {
    const found = memory.environments.find((one) => one.id === id);
    if (!found) throw callError(desk.language(), problem('NOT_FOUND'));
    return found;
  };
  /** Returns a server that may be changed: neither the embedded one nor one of the administrator. */
  const editable = (id: string): Environment => {
    const found = known(id);
    if (memory.serverLocked || (found.fixed && found.base !== null))
      throw callError(desk.language(), problem('MANAGED'));
    if (found.fixed) throw callError(desk.language(), problem('IN_USE'));
    return found;
  };
  const baseOf = (typed: string): string => {
    if (memory.serverLocked) throw callError(desk.language(), problem('MANAGED'));
    const read = readBase(typed);
    if ('problem' in read) throw callError(desk.language(), read.problem);
    return read.base;
  };
  return {
    choose: async ({ id }) => {
      known(id);
      memory.set({ environment: id });
      if (id === 'embedded' && backend.state.status === 'absent') await startBackend(desk);
      await session.open(id);
      return boot();
    },
    add: async ({ name, base }) => {
      const read = baseOf(base);
      memory.keepEnvironment({ id: `own-${Date.now().toString(36)}`, name, base: read, fixed: false });
      return boot();
    },
    edit: async ({ id, name, base }) => {
      const before = editable(id);
      const read = baseOf(base);
      if (read !== before.base) {
        // A session and waiting writes belong to one server and are never sent to another.
        if (session.environment === id && session.state.status === 'signedIn')
          throw callError(desk.language(), problem('SERVER_SIGNED_IN'));
        if (desk.outbox.holdsFor(id)) throw callError(desk.language(), problem('SERVER_UNSENT'));
        await session.forget(id);
        desk.offered.forget(id);
      }
      memory.keepEnvironment({ ...before, name, base: read, fixed: false });
      if (session.environment === id) await session.open(id);
      return boot();
    },
    remove: async ({ id }) => {
      editable(id);
      if (memory.environment === id) throw callError(desk.language(), problem('IN_USE'));
      memory.removeEnvironment(id);
      await session.forget(id);
      return boot();
    },
    bringBack: async () => {
      if (memory.serverLocked) throw callError(desk.language(), problem('MANAGED'));
      memory.showAllEnvironments();
      return boot();
    },
    askAgain: async () => {
      desk.offered.forget(session.environment);
      await desk.foreign.readOffered();
      return null;
    },
    start: async (answer) => {
      const { seed, ...person } = answer;
      const administrator = 'password' in person ? { ...person, mustChangePassword: false } : undefined;
      const state = await backend.start(seed, administrator);
      // Only a successful start answers the first-run question; after a failure the question comes up again.
      if (state.status === 'ready') {
        memory.set({ environment: 'embedded', seed: backend.seed ?? seed });
        if (administrator) memory.change({ lastUsername: administrator.username });
      }
      await session.open('embedded');
      return boot();
    },
    restart: async () => {
      const { code, detail } = backend.state;
      if (code === 'DATA_READ_ONLY' && detail !== null) {
        // Leave read-only use undisturbed unless writing is possible now.
        if (!canBeWritten(detail)) throw callError(desk.language(), problem(code, { folder: detail }));
        await backend.during(async () => undefined);
        await backend.settled;
      } else await startBackend(desk);
      return boot();
    },
  };
}
