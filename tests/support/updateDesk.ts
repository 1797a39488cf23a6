import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { explain, type Problem } from '@contract/errors';
import { LANGUAGES } from '@contract/limits';
import type { UpdateState } from '@contract/update';
import { expect } from 'vitest';
import { installerOf } from '../../main/electron/updater';
import { publicKeys } from '../../main/update/manifest';
import { type UpdateOptions, Updates } from '../../main/update/updates';
import { PRODUCT, packageName, program, recorder } from './updateFeed';

/** A computer with the app as an AppImage, as far as updates see it: requests to end the app are only recorded. */
export class UpdateDesk {
  readonly folder: string;
  readonly appImage: string;
  readonly record: string;
  readonly states: UpdateState[] = [];
  readonly steps: string[] = [];
  readonly #atQuit: (() => void)[] = [];
  readonly #options: Partial<UpdateOptions>;
  updates: Updates;

  constructor(folder: string, keys: string, options: Partial<UpdateOptions> = {}) {
    this.folder = folder;
    this.record = path.join(folder, 'ran.txt');
    this.appImage = path.join(folder, 'apps', packageName('0.1.0'));
    program(this.appImage, recorder('0.1.0', this.record));
    process.env.APPIMAGE = this.appImage;
    this.#options = { keys: publicKeys(keys), ...options };
    this.updates = this.#make('0.1.0');
  }

  /** Ends the app, and starts it as a version. */
  restart(running: string): void {
    this.updates.stop();
    this.updates = this.#make(running);
  }

  #make(running: string): Updates {
    const packages = path.join(this.folder, 'data/update');
    const kind = this.#options.kind ?? 'appImage';
    const report = () => undefined;
    return new Updates({
      folder: path.join(this.folder, 'data'),
      packages,
      running,
      product: PRODUCT,
      kind,
      platform: 'linux',
      arch: 'x64',
      keys: [],
      feed: null,
      off: null,
      loopback: true,
      proxy: async () => undefined,
      times: { request: 1500, idle: 700 },
      installer: async () =>
        installerOf({
          ...{ kind, running, folder: packages, publisher: null, appImage: this.appImage, report },
          onQuit: (then) => this.#atQuit.push(then),
          quit: () => {
            this.steps.push('quit');
            for (const then of this.#atQuit.splice(0)) then();
          },
          relaunch: () => this.steps.push('relaunch'),
        }),
      before: async () => void this.steps.push('backup'),
      leaveFor: async ({ prepare, last }) => {
        this.steps.push('asked');
        await prepare();
        this.steps.push('stopped');
        last();
        return true;
      },
      announce: (state) => this.states.push(state),
      report,
      ...this.#options,
    });
  }

  get state(): UpdateState {
    return this.updates.state;
  }

  /** Checks a feed, and downloads and installs its version, as far as that succeeds. */
  async takeAll(feed: string): Promise<UpdateState> {
    this.updates.setFeed(feed);
    await this.updates.look();
    await this.updates.download();
    await this.updates.install();
    return this.state;
  }

  /**
   * Expects that nothing was installed or started, no download is left, and the refusal has a message in both
   * languages.
   */
  untouched(code: string): void {
    const { refused } = this.state;
    expect(refused?.code).toBe(code);
    for (const language of LANGUAGES) {
      const text = explain(language, refused as Problem);
      expect(text.length).toBeGreaterThan(5);
      expect(text).not.toMatch(/[{}]|undefined/);
    }
    expect(readFileSync(this.appImage, 'utf8')).toBe(recorder('0.1.0', this.record));
    expect(readdirSync(path.dirname(this.appImage))).toEqual([path.basename(this.appImage)]);
    expect(existsSync(this.record)).toBe(false);
    expect(this.steps.filter((step) => step === 'quit' || step === 'stopped')).toEqual([]);
    expect(this.fetched).toEqual([]);
    expect(this.state.outcome).toBeNull();
  }

  /** Packages, or parts of them, in the app's data. */
  get fetched(): string[] {
    const packages = path.join(this.folder, 'data/update');
    if (!existsSync(packages)) return [];
    return readdirSync(packages, { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        statSync(path.join(packages, name)).isFile() && !/(^|\/)(updater\.yml|\.updaterId)$/.test(name),
    );
  }
}
