import { utilityProcess } from 'electron';
import type { HelperProcess, KeychainReply } from '../session/keychain';

/** Name of the keychain helper process in the system. */
export const KEYCHAIN_HELPER = 'Freight Console keychain';

/** Starts the helper process of the keychain. */
export function startKeychainHelper(entry: string): HelperProcess {
  const child = utilityProcess.fork(entry, [], { serviceName: KEYCHAIN_HELPER, stdio: 'ignore' });
  return {
    postMessage: (message) => child.postMessage(message),
    onMessage: (listener) => child.on('message', (reply: KeychainReply) => listener(reply)),
    onExit: (listener) => child.once('exit', () => listener()),
    // A process that has not started yet cannot be killed: kill it once it has.
    kill: () => {
      if (!child.kill()) child.once('spawn', () => child.kill());
    },
  };
}
