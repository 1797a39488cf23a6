import { utilityProcess } from 'electron';
import type { HelperProcess, KeychainReply } from '../session/keychain';

/** Starts the helper process of the keychain. */
export function startKeychainHelper(entry: string): HelperProcess {
  const child = utilityProcess.fork(entry, [], { serviceName: 'Freight Console keychain', stdio: 'ignore' });
  return {
    postMessage: (message) => child.postMessage(message),
    onMessage: (listener) => child.on('message', (reply: KeychainReply) => listener(reply)),
    onExit: (listener) => child.once('exit', () => listener()),
    kill: () => child.kill(),
  };
}
