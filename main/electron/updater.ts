import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { InstallKind } from '@contract/update';
import {
  AppImageUpdater,
  type AppUpdater,
  MacUpdater,
  NsisUpdater,
  Provider,
  type UpdateInfo,
} from 'electron-updater';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider';
import { type Offer, type Package, UpdateRefused } from '../update/manifest';
import { swapProgram } from '../update/swap';
import type { Installer } from '../update/updates';

/** Dependencies of an installer. */
export interface InstallerOptions {
  readonly kind: InstallKind;
  readonly running: string;
  /** The app's own folder for downloaded packages. */
  readonly folder: string;
  /** Signer of the Windows packages; if set, packages of any other signer are refused. */
  readonly publisher: string | null;
  /** Path of the running AppImage. */
  readonly appImage: string | null;
  /** Runs a function once every window is closed and the app ends. */
  readonly onQuit: (then: () => void) => void;
  /** Ends the app; the user has agreed before. */
  readonly quit: () => void;
  /** Restarts the app when the new version could not be started. */
  readonly relaunch: () => void;
  readonly report: (message: string, error?: unknown) => void;
}

type FetchedOffer = Offer & { readonly file: Package };

/** Returns the installer of a kind: electron-updater's if it replaces the app, else a package to install by hand. */
export function installerOf(options: InstallerOptions): Installer {
  if (options.kind === 'nsis') return new SystemInstaller(options, (app) => new NsisUpdater(null, app));
  if (options.kind === 'mac') return new SystemInstaller(options, (app) => new MacUpdater(undefined, app));
  if (options.kind === 'appImage') return new AppImageInstaller(options);
  return byHand(options);
}

/** Packages installed by hand have a folder of their own. */
function byHand({ folder }: InstallerOptions): Installer {
  const never = async () => Promise.reject(new UpdateRefused('UPDATE_INSTALL', { detail: 'by hand' }));
  return {
    fetch: async ({ file }, into) => {
      const own = path.join(folder, 'packages');
      await rm(own, { recursive: true, force: true });
      await mkdir(own, { recursive: true });
      const place = path.join(own, file.name);
      await into(`${place}.part`);
      await rename(`${place}.part`, place);
      return place;
    },
    prepare: never,
    start: () => undefined,
  };
}

/**
 * Drives one of electron-updater's updaters. It receives the verified offer in place of a feed, and our download in
 * place of its own: it contacts no server, follows no redirect, and knows only the verified file.
 */
abstract class DrivenInstaller<U extends AppUpdater> implements Installer {
  readonly options: InstallerOptions;
  readonly #make: (app: Adapter) => U;
  updater: U | undefined;
  offer: FetchedOffer | undefined;

  constructor(options: InstallerOptions, make: (app: Adapter) => U) {
    this.options = options;
    this.#make = make;
  }

  async fetch(offer: FetchedOffer, into: (place: string) => Promise<void>): Promise<string> {
    const { folder, publisher, report } = this.options;
    await mkdir(folder, { recursive: true });
    // electron-updater's only settings. It reads YAML, of which JSON is a subset.
    const config = { updaterCacheDirName: 'packages', ...(publisher ? { publisherName: [publisher] } : {}) };
    await writeFile(path.join(folder, 'updater.yml'), JSON.stringify(config));
    const updater = this.#make(adapterOf(this.options));
    const fetch = async (_url: URL, place: string) => {
      await rm(place, { force: true });
      await into(place);
      return place;
    };
    // electron-updater's own tests do the same: there is no public way to replace the download.
    Object.assign(updater, { httpExecutor: { download: fetch } });
    updater.logger = { info: () => undefined, warn: report, error: report };
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = false;
    updater.disableWebInstaller = true;
    updater.disableDifferentialDownload = true;
    updater.allowDowngrade = false;
    updater.isUserWithinRollout = () => true;
    updater.setFeedURL({ provider: 'custom', updateProvider: verifiedProvider(offer) });
    this.updater = updater;
    this.offer = offer;
    const found = await updater.checkForUpdates();
    if (!found?.isUpdateAvailable) throw new UpdateRefused('UPDATE_INSTALL', { detail: 'electron-updater' });
    const [place] = await updater.downloadUpdate();
    if (!place) throw new UpdateRefused('UPDATE_INSTALL', { detail: 'electron-updater' });
    return place;
  }

  async prepare(): Promise<void> {
    if (!this.updater || !this.offer)
      throw new UpdateRefused('UPDATE_INSTALL', { detail: 'electron-updater' });
  }

  abstract start(): void;
}

/** Windows and macOS: the app only starts a system installer, which takes over. */
class SystemInstaller extends DrivenInstaller<AppUpdater> {
  override start(): void {
    const { report, relaunch } = this.options;
    const { updater } = this;
    if (!updater) return;
    // The app's services have stopped by now: restart it, which reports that the update was not installed.
    updater.on('error', (error) => {
      report('the installer could not be started', error);
      relaunch();
    });
    updater.quitAndInstall(false, true);
  }
}

/** An AppImage is replaced while it runs: the running program is the opened file. The new one starts when it ends. */
class AppImageInstaller extends DrivenInstaller<SwappedAppImage> {
  constructor(options: InstallerOptions) {
    super(options, (app) => new SwappedAppImage(app, options));
  }

  override async prepare(): Promise<void> {
    await super.prepare();
    if (this.updater && this.offer) this.updater.swapFor(this.offer);
  }

  override start(): void {
    this.options.quit();
  }
}

/**
 * Replaces the AppImage so that a complete one always exists: the new one is copied beside the old before it takes its
 * name. electron-updater would remove the old file first, and an interrupted copy across disks leaves half a file.
 */
class SwappedAppImage extends AppImageUpdater {
  readonly #options: InstallerOptions;
  #offer: FetchedOffer | undefined;
  #failure: unknown;

  constructor(app: Adapter, options: InstallerOptions) {
    super(null, app);
    this.#options = options;
  }

  /** Replaces the running AppImage with the offer's package; throws if that fails. */
  swapFor(offer: FetchedOffer): void {
    this.#offer = offer;
    this.quitAndInstallCalled = false;
    if (!this.install(true, true)) throw this.#failure ?? new Error('not installed');
  }

  protected override doInstall(): boolean {
    const { appImage, running, onQuit, report } = this.#options;
    const offer = this.#offer;
    if (!appImage || !offer || !this.installerPath) return false;
    try {
      const { version, file } = offer;
      const place = swapProgram(this.installerPath, appImage, { sha512: file.sha512, running, version });
      const { APPIMAGE: _, APPDIR: _dir, ARGV0: _name, OWD: _from, ...env } = process.env;
      const failed = (error: unknown) => report('the new version could not be started', error);
      onQuit(() => void this.spawnLog(place, [], { ...env, APPIMAGE_SILENT_INSTALL: 'true' }).catch(failed));
      return true;
    } catch (error) {
      this.#failure = error;
      return false;
    }
  }
}

/** Provider with a single version: the verified one. */
const verifiedProvider = ({ version, date, file }: FetchedOffer) =>
  class extends Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime);
    }
    override async getLatestVersion(): Promise<UpdateInfo> {
      const files = [{ url: file.name, sha512: file.sha512, size: file.size }];
      return { version, files, path: file.name, sha512: file.sha512, releaseDate: date };
    }
    override resolveFiles(info: UpdateInfo) {
      // An address that cannot be reached: any request besides our own download fails.
      return info.files.map((one) => ({ url: new URL(one.url, 'https://verified.invalid/'), info: one }));
    }
  };

type Adapter = ReturnType<typeof adapterOf>;

/** The app as electron-updater's adapter describes it. */
const adapterOf = ({ running, folder, onQuit, quit }: InstallerOptions) => ({
  version: running,
  name: 'freight-console',
  isPackaged: true,
  appUpdateConfigPath: path.join(folder, 'updater.yml'),
  userDataPath: folder,
  baseCachePath: folder,
  whenReady: async () => undefined,
  relaunch: () => undefined,
  quit,
  onQuit: (then: (exitCode: number) => void) => onQuit(() => then(0)),
});
