import { utilityProcess } from 'electron';
import type { HelperProcess, KeychainReply } from '../session/keychain';

/** What the system calls the helper process of the keychain. */
export const KEYCHAIN_HELPER = 'Freight Console keychain';

/** Starts the helper process of the keychain. */
export function startKeychainHelper(entry: string): HelperProcess {
  const child = utilityProcess.fork(entry, [], { serviceName: KEYCHAIN_HELPER, stdio: 'ignore' });
  return {
    postMessage: (message) => child.postMessage(message),
    onMessage: (listener) => child.on('message', (reply: KeychainReply) => listener(reply)),
    onExit: (listener) => child.once('exit', () => listener()),
    kill: () => child.kill(),
  };
}
