import { readFileSync } from 'node:fs';
import path from 'node:path';
import { NETCHB } from '@contract/limits';
import type { ClientCertificate } from '../../core/callOut';
import type { BackgroundServices } from '../../core/repeat';
import { FolderOffice } from './folderOffice';
import type { CustomsOffice, OfficeAccount } from './office';
import { CustomsSimulator } from './simulator';
import { WebOffice } from './webOffice';

/** Settings from the environment of the server: secrets and paths, which are not stored. */
export interface CustomsEnvironment {
  /** Folder in which the folders of accounts are. */
  readonly folder?: string | undefined;
  /** Paths of the client certificate and of its key, in PEM form, and the password of the key. */
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
  readonly keyPassword?: string | undefined;
}

/** Options for reaching customs offices. */
export interface CustomsOptions extends BackgroundServices {
  /** True if an office may be on this machine, for example in tests; the simulator always is. */
  readonly loopback?: boolean | undefined;
  /** Timeout of a call in milliseconds. */
  readonly deadline?: number | undefined;
  /** Milliseconds within which an office may still store a declaration whose response was lost. */
  readonly settling?: number | undefined;
  /** Default: the variables of the process. */
  readonly environment?: CustomsEnvironment | undefined;
}

const ofProcess = (): CustomsEnvironment => ({
  folder: process.env.FREIGHT_CONSOLE_CUSTOMS_FOLDER,
  certificate: process.env.FREIGHT_CONSOLE_CUSTOMS_CERTIFICATE,
  key: process.env.FREIGHT_CONSOLE_CUSTOMS_KEY,
  keyPassword: process.env.FREIGHT_CONSOLE_CUSTOMS_KEY_PASSWORD,
});

/** Connects accounts to their offices. */
export class CustomsOffices {
  readonly #options: CustomsOptions;
  readonly #simulator: CustomsSimulator;

  constructor(options: CustomsOptions) {
    this.#options = options;
    this.#simulator = new CustomsSimulator(options.now);
  }

  /** Returns the office of an account, or why it cannot be reached. */
  async of({
    transport,
    address,
    folder,
    simulatorMode,
  }: OfficeAccount): Promise<CustomsOffice | 'folder' | 'certificate'> {
    const { loopback = false, deadline = NETCHB.deadline, now, environment = ofProcess() } = this.#options;
    if (transport === 'folder')
      return environment.folder && folder
        ? new FolderOffice(path.join(environment.folder, folder), now)
        : 'folder';
    const common = { deadline, now, loopback };
    if (transport === 'simulator') {
      const socketPath = await this.#simulator.socketPath();
      return new WebOffice({ ...common, at: { socketPath, mode: simulatorMode } });
    }
    const certificate = certificateOf(environment);
    if (certificate === undefined) return 'certificate';
    return new WebOffice({ ...common, at: { address: address ?? '' }, certificate });
  }

  stop(): Promise<void> {
    return this.#simulator.stop();
  }
}

/** Reads the client certificate anew for each call, since it is replaced when it expires; undefined without one. */
function certificateOf({ certificate, key, keyPassword }: CustomsEnvironment): ClientCertificate | undefined {
  if (!certificate || !key) return undefined;
  try {
    return {
      cert: readFileSync(certificate, 'utf8'),
      key: readFileSync(key, 'utf8'),
      ...(keyPassword ? { passphrase: keyPassword } : {}),
    };
  } catch {
    return undefined;
  }
}
