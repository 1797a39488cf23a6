import path from 'node:path';
import { problem } from '@contract/errors';
import { app } from 'electron';
import type { ManagedConfig } from '../desktop/managed';
import type { Updates } from '../update/updates';
import { announce } from './bridge';
import type { ExitControl } from './lifecycle';
import { proxyFor } from './proxy';

/**
 * Only in a test build: the keys of the test's own feed, which may be on this machine without TLS, and the version that
 * the app reports as running.
 */
const hooks = __TEST_HOOKS__
  ? { keys: process.env.FREIGHT_CONSOLE_UPDATE_KEYS, version: process.env.FREIGHT_CONSOLE_VERSION }
  : {};

/**
 * Creates the app's updates at the first request, so that they cost no start-up time. The installer is loaded with the
 * first package.
 */
export function appUpdates(options: {
  /** Settings from the administrator's file. */
  readonly managed: ManagedConfig;
  /** Backs up the data before a version is installed; a rejection stops the installation. */
  readonly before: () => Promise<void>;
  readonly leaveFor: ExitControl['leaveFor'];
  readonly report: (message: string, error?: unknown) => void;
}): () => Promise<Updates> {
  let pending: Promise<Updates> | undefined;
  const make = async () => {
    const { report, managed } = options;
    const { feed: laidDown, off: forbidden = false } = managed.updates ?? {};
    const [{ Updates: UpdatesClass }, { publicKeys }, { installKindOf }] = await Promise.all([
      import('../update/updates'),
      import('../update/manifest'),
      import('../update/installKind'),
    ]);
    const folder = app.getPath('userData');
    const packages = path.join(folder, 'update');
    const running = hooks.version ?? app.getVersion();
    const { kind, appImage } = installKindOf({
      platform: process.platform,
      program: process.execPath,
      resources: process.resourcesPath,
      env: process.env,
    });
    const relaunch = () => {
      app.relaunch(appImage ? { execPath: appImage } : {});
      app.exit();
    };
    const onQuit = (then: () => void) =>
      app.once('quit', () => {
        // The next start must be able to take the single-instance lock.
        app.releaseSingleInstanceLock();
        then();
      });
    const publisher = __UPDATES__.publisher || null;
    const updates = new UpdatesClass({
      folder,
      packages,
      running,
      product: __UPDATES__.product,
      kind,
      platform: process.platform,
      arch: process.arch,
      keys: publicKeys(hooks.keys ?? __UPDATES__.keys),
      feed: laidDown ?? (__UPDATES__.feed || null),
      feedLocked: managed.locked.includes('updates'),
      off: forbidden
        ? problem('UPDATE_OFF_ADMIN')
        : app.isPackaged || hooks.keys
          ? null
          : problem('UPDATE_OFF_BUILD'),
      loopback: __TEST_HOOKS__,
      proxy: proxyFor,
      installer: async () => {
        const { installerOf } = await import('./updater');
        return installerOf({
          ...{ kind, running, folder: packages, publisher, appImage, onQuit, relaunch, report },
          quit: () => app.quit(),
        });
      },
      before: options.before,
      leaveFor: options.leaveFor,
      announce: (state) => announce('update', state),
      report,
    });
    updates.start();
    return updates;
  };
  return () => {
    pending ??= make();
    return pending;
  };
}
