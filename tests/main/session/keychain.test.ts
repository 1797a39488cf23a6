import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Keychain, type KeychainReply, keychainOf } from '../../../main/session/keychain';
import { type Helper, type Keyring, startKeyring } from '../../support/keyring';

const TOKEN = 'tok_Zm9yIHRoZSBrZXlyaW5nIGFsb25l';

let keyring: Keyring;
let started: Helper[] = [];

beforeAll(async () => {
  keyring = await startKeyring();
});
afterAll(() => keyring.stop());
afterEach(async () => {
  for (const helper of started) helper.kill();
  started = [];
});

/** Returns a keychain that records its helpers, so that a test can count, stop and kill them. */
function keychain(
  env?: Parameters<Keyring['helper']>[0],
  times?: Parameters<typeof keychainOf>[1],
): Keychain {
  return keychainOf(() => {
    const helper = keyring.helper(env);
    started.push(helper);
    return helper;
  }, times);
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a keyring that fails one helper in twenty', () => {
  /** Returns a keychain whose helpers each give their own reply for life; no real keyring can be set to do so. */
  function chainOf(...answers: readonly KeychainReply['answer'][]) {
    let startCount = 0;
    const chain = keychainOf(() => {
      const answer = answers[startCount] ?? 'locked';
      startCount += 1;
      let listener: (reply: KeychainReply) => void = () => {};
      return {
        onMessage: (callback) => {
          listener = callback;
        },
        postMessage: ({ id }) => {
          const reply = { id, answer, ...(answer === 'found' ? { secret: TOKEN } : {}) };
          setImmediate(() => listener(reply));
        },
        onExit: () => {},
        kill: () => {},
      };
    });
    return { chain, begun: () => startCount };
  }

  test('is asked again by another helper before a secret counts as gone', async () => {
    const { chain, begun: startCount } = chainOf('absent', 'absent', 'found');
    expect(await chain.read('embedded')).toEqual({ kind: 'found', secret: TOKEN });
    expect(startCount()).toBe(3);
  });

  test('is believed when three helpers agree', async () => {
    const { chain, begun: startCount } = chainOf('absent', 'absent', 'absent', 'found');
    expect(await chain.read('embedded')).toEqual({ kind: 'absent' });
    expect(startCount()).toBe(3);
  });

  test('takes no helper from the next question', async () => {
    const { chain } = chainOf('absent', 'absent', 'found');
    const secrets = await Promise.all([chain.read('embedded'), chain.read('production')]);
    expect(secrets.map(({ kind }) => kind)).toEqual(['found', 'found']);
  });

  test('is not asked again after a refusal, which would prompt its owner each time', async () => {
    const { chain, begun: startCount } = chainOf('locked', 'found');
    expect(await chain.read('embedded')).toEqual({ kind: 'locked' });
    expect(startCount()).toBe(1);
  });
});

describe('an open keyring', () => {
  test('stores a secret, returns it, and deletes it', async () => {
    const chain = keychain();
    expect(await chain.read('embedded')).toEqual({ kind: 'absent' });
    expect(await chain.write('embedded', TOKEN)).toBe('kept');
    expect(keyring.secretOf('embedded')).toBe(TOKEN);
    expect(await chain.read('embedded')).toEqual({ kind: 'found', secret: TOKEN });
    expect(await chain.remove('embedded')).toBe('removed');
    expect(keyring.secretOf('embedded')).toBeUndefined();
    expect(await chain.read('embedded')).toEqual({ kind: 'absent' });
  });

  test('keeps the secrets of servers apart, and ignores items of other programs', async () => {
    const chain = keychain();
    keyring.put('embedded', 'of another program', 'another-service');
    expect(await chain.write('production', TOKEN)).toBe('kept');
    expect(await chain.read('embedded')).toEqual({ kind: 'absent' });
    expect(await chain.remove('embedded')).toBe('removed');
    expect(await chain.read('production')).toEqual({ kind: 'found', secret: TOKEN });
    await chain.remove('production');
  });

  test('keeps no probe of the app', async () => {
    await keychain().read('embedded');
    expect(keyring.secretOf('probe')).toBeUndefined();
  });

  test('serves many questions with one helper, one after the other', async () => {
    const chain = keychain();
    const answers = await Promise.all([
      chain.write('a', `${TOKEN}1`),
      chain.write('b', `${TOKEN}2`),
      chain.read('a'),
      chain.write('a', `${TOKEN}3`),
      chain.read('a'),
      chain.remove('b'),
      chain.read('b'),
      chain.remove('a'),
    ]);
    expect(answers).toEqual([
      'kept',
      'kept',
      { kind: 'found', secret: `${TOKEN}1` },
      'kept',
      { kind: 'found', secret: `${TOKEN}3` },
      'removed',
      { kind: 'absent' },
      'removed',
    ]);
    // Two more helpers had to confirm that there is no secret.
    expect(started).toHaveLength(3);
  });

  test('is not asked to store more than every keychain can hold', async () => {
    const chain = keychain();
    expect(await chain.write('long', 'x'.repeat(2401))).toBe('missing');
    expect(await chain.write('cut', 'before\0after')).toBe('missing');
    expect(started).toHaveLength(0);
  });
});

describe('a locked keyring', () => {
  test('is never mistaken for an empty one', async () => {
    keyring.put('embedded', TOKEN);
    keyring.lock();
    const chain = keychain();
    expect(await chain.read('embedded')).toEqual({ kind: 'locked' });
    expect(await chain.read('nobody')).toEqual({ kind: 'locked' });
    expect(await chain.write('embedded', `${TOKEN}new`)).toBe('locked');
    expect(await chain.remove('embedded')).toBe('locked');
    await keyring.unlock();
    expect(await chain.read('embedded')).toEqual({ kind: 'found', secret: TOKEN });
    await chain.remove('embedded');
  });
});

describe('a missing keyring', () => {
  test('is reported without a session bus', async () => {
    const chain = keychain({
      DBUS_SESSION_BUS_ADDRESS: undefined,
      XDG_RUNTIME_DIR: undefined,
      DISPLAY: undefined,
    });
    expect(await chain.read('embedded')).toEqual({ kind: 'missing' });
    expect(await chain.write('embedded', TOKEN)).toBe('missing');
    expect(await chain.remove('embedded')).toBe('missing');
  });

  test('is reported when the bus is gone', async () => {
    const chain = keychain({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' });
    expect(await chain.read('embedded')).toEqual({ kind: 'missing' });
  });

  test('is reported when nobody offers one on the bus', async () => {
    const chain = keychain(await keyring.emptyBus());
    expect(await chain.read('embedded')).toEqual({ kind: 'missing' });
    expect(await chain.write('embedded', TOKEN)).toBe('missing');
    expect(await chain.remove('embedded')).toBe('missing');
  });

  test('is reported when it ended, and found when it is back', async () => {
    const chain = keychain();
    expect(await chain.write('embedded', TOKEN)).toBe('kept');
    await keyring.kill();
    expect(await chain.read('embedded')).toEqual({ kind: 'missing' });
    await keyring.unlock();
    expect(await chain.read('embedded')).toEqual({ kind: 'found', secret: TOKEN });
  });

  test('is not reported on the word of a helper from before its restart', async () => {
    const chain = keychain();
    expect(await chain.read('embedded')).toEqual({ kind: 'found', secret: TOKEN });
    await keyring.kill();
    await keyring.unlock();
    expect(await chain.read('embedded')).toEqual({ kind: 'found', secret: TOKEN });
    await chain.remove('embedded');
  });
});

describe('a keyring that does not respond', () => {
  test('is given up at the deadline, with the helper that waits for it', async () => {
    expect(await keychain().write('embedded', TOKEN)).toBe('kept');
    const chain = keychain({}, { deadline: 700 });
    process.kill(keyring.pid, 'SIGSTOP');
    try {
      const startedAt = performance.now();
      expect(await Promise.all([chain.read('embedded'), chain.read('embedded')])).toEqual([
        { kind: 'locked' },
        { kind: 'locked' },
      ]);
      const took = performance.now() - startedAt;
      expect(took).toBeGreaterThan(1300);
      expect(took).toBeLessThan(4000);
      await expect.poll(() => started.filter(({ pid }) => isAlive(pid)).length).toBe(0);
    } finally {
      process.kill(keyring.pid, 'SIGCONT');
    }
    await expect.poll(() => chain.read('embedded')).toEqual({ kind: 'found', secret: TOKEN });
    await chain.remove('embedded');
  });
});

describe('a keychain helper', () => {
  test('loses one answer and no other when it is killed during a question', async () => {
    const chain = keychain();
    await chain.write('embedded', TOKEN);
    process.kill(keyring.pid, 'SIGSTOP');
    const reading = chain.read('embedded');
    started[0]?.kill();
    process.kill(keyring.pid, 'SIGCONT');
    expect(await reading).toEqual({ kind: 'locked' });
    expect(await chain.read('embedded')).toEqual({ kind: 'found', secret: TOKEN });
    expect(started).toHaveLength(2);
  });

  test('is started again when it ended between two questions', async () => {
    const chain = keychain();
    expect(await chain.read('embedded')).toEqual({ kind: 'found', secret: TOKEN });
    const [first] = started;
    const exited = new Promise<void>((resolve) => first?.onExit(resolve));
    first?.kill();
    await exited;
    expect(await chain.remove('embedded')).toBe('removed');
    expect(started).toHaveLength(2);
  });

  test('ends after an idle time, and the next question starts another', async () => {
    const chain = keychain({}, { rest: 50 });
    expect(await chain.write('embedded', TOKEN)).toBe('kept');
    await expect.poll(() => started.filter(({ pid }) => isAlive(pid)).length).toBe(0);
    expect(await chain.read('embedded')).toEqual({ kind: 'found', secret: TOKEN });
    expect(started).toHaveLength(2);
    await chain.remove('embedded');
  });

  test('does not end during a question, however long the keyring takes', async () => {
    const chain = keychain({}, { rest: 300 });
    expect(await chain.write('embedded', TOKEN)).toBe('kept');
    process.kill(keyring.pid, 'SIGSTOP');
    const reading = chain.read('embedded');
    try {
      await new Promise((resolve) => setTimeout(resolve, 600));
      expect(started.filter(({ pid }) => isAlive(pid))).toHaveLength(1);
    } finally {
      process.kill(keyring.pid, 'SIGCONT');
    }
    expect(await reading).toEqual({ kind: 'found', secret: TOKEN });
    expect(started).toHaveLength(1);
    await chain.remove('embedded');
  });

  test('counts as a keychain that does not respond when it cannot be started', async () => {
    const chain = keychainOf(() => {
      throw new Error('no process');
    });
    expect(await chain.read('embedded')).toEqual({ kind: 'locked' });
    expect(await chain.write('embedded', TOKEN)).toBe('locked');
  });
});
