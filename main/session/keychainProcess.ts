import keytar from 'keytar';
import type { KeychainReply, KeychainRequest } from './keychain';

/** The keychain's helper process: the only module that uses keytar. */
const {
  parentPort,
}: {
  readonly parentPort: {
    on(event: 'message', listener: (event: { data: KeychainRequest }) => void): void;
    postMessage(reply: KeychainReply): void;
  };
} = process;

const PROBE = 'probe';

parentPort.on('message', async ({ data: request }) => {
  const { id } = request;
  try {
    parentPort.postMessage({ id, ...(await carryOut(request)) });
  } catch (error) {
    parentPort.postMessage({ id, answer: causeOf(error) });
  }
});

async function carryOut({
  op,
  service,
  account,
  secret,
}: KeychainRequest): Promise<Omit<KeychainReply, 'id'>> {
  if (op === 'read') {
    const found = await keytar.getPassword(service, account);
    if (found !== null) return { answer: 'found', secret: found };
    // A locked keyring reports items as absent; believe it only if it stores and returns a probe.
    await probe(service);
    return { answer: 'absent' };
  }
  if (op === 'write') {
    await keytar.setPassword(service, account, secret ?? '');
    return { answer: (await keytar.getPassword(service, account)) === secret ? 'kept' : 'locked' };
  }
  const removed = await keytar.deletePassword(service, account);
  if (!removed) await probe(service);
  return { answer: 'removed' };
}

async function probe(service: string): Promise<void> {
  const value = String(process.pid);
  await keytar.setPassword(service, PROBE, value);
  if ((await keytar.getPassword(service, PROBE)) !== value) throw new Error('locked');
  await keytar.deletePassword(service, PROBE);
}

/** Distinguishes a missing service from one that refuses. Messages are libsecret's and D-Bus's, as on Linux only. */
function causeOf(error: unknown): 'missing' | 'locked' {
  const message = error instanceof Error ? error.message : String(error);
  return /D-Bus|autolaunch|not provided by any|ServiceUnknown|org\.freedesktop\.secrets|dlopen|cannot open shared|Could not connect/i.test(
    message,
  )
    ? 'missing'
    : 'locked';
}
