// A desktop for the tests: a display, a session bus and an unlocked keyring of their own, for an ordinary user, since
// Chromium's sandbox does nothing for root. Run as root, it creates that user; otherwise it uses the current one.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './build.mjs';
import { electronDist } from './electronDist.mjs';

const USER = 'freight-console-test';

/** Configuration of a session bus that starts no services: no portal, no accessibility service, no second keyring. */
const BUS = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;
const COLLECTION = '/org/freedesktop/secrets/aliases/default';
/** Time (ms) for a part of the desktop to start. */
const PATIENCE = 20_000;
/** Attempts to create the tests' user; `useradd` itself waits for a lock for some seconds. */
const USER_TRIES = 5;

function ordinaryUser() {
  if (process.getuid?.() !== 0) return undefined;
  const exists = () => spawnSync('id', ['-u', USER]).status === 0;
  // Test workers start at the same time: another one may have created the user, or may have locked the list of users.
  for (let tries = 0; !exists(); tries += 1) {
    const added = spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/bin/sh', USER], {
      encoding: 'utf8',
    });
    if (tries === USER_TRIES && !exists())
      throw new Error(`useradd failed: ${added.error?.message ?? added.stderr}`);
  }
  const id = (flag) => Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Command that runs another as the tests' user. */
function asUser(user) {
  return user
    ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--inh-caps=-all']
    : [];
}

/** Creates a private folder of the user, with the folders above it: the user could not reach it through root's. */
function ownFolder(stage, name, user) {
  const above = path.dirname(name);
  if (above !== '.') ownFolder(stage, above, user);
  const place = path.join(stage, name);
  mkdirSync(place, { recursive: true, mode: 0o700 });
  if (user) chownSync(place, user.uid, user.gid);
  return place;
}

/** Environment of the app, with the folders that `own` creates. */
function environmentIn(own) {
  const env = {
    ...process.env,
    HOME: own('home'),
    XDG_RUNTIME_DIR: own('run'),
    XDG_CONFIG_HOME: own('home/config'),
    XDG_DATA_HOME: own('home/data'),
    XDG_CACHE_HOME: own('home/cache'),
    TMPDIR: own('tmp'),
    LANG: 'C.UTF-8',
    NO_AT_BRIDGE: '1',
    GTK_USE_PORTAL: '0',
  };
  delete env.ELECTRON_RUN_AS_NODE;
  return env;
}

/** Starts a display; resolves with its name. */
async function startDisplay(start) {
  const display = start(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-ac', '-nolisten', 'tcp'],
    {
      root: true,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  return `:${(await firstLine(display.stdio[3])).trim()}`;
}

/**
 * Starts the desktop, with its files in a folder of `place`. Returns the environment for the app, the executable that
 * runs Electron in it, and the folder of the app ('' for a packaged one, which contains it); `stop` ends everything.
 */
export async function startDesktop({
  executable = electronDist().executable,
  app = root,
  place = os.tmpdir(),
} = {}) {
  const user = ordinaryUser();
  // Short, since paths of the sockets in it are limited to about a hundred bytes.
  const stage = mkdtempSync(path.join(place, 'fct-'));
  chmodSync(stage, 0o755);
  const own = (name) => ownFolder(stage, name, user);
  const env = environmentIn(own);
  const running = [];
  const start = (command, args, options = {}) => {
    const [first, ...rest] = [...(options.root ? [] : asUser(user)), command, ...args];
    const child = spawn(first, rest, { env, stdio: options.stdio ?? 'ignore' });
    running.push(child);
    return child;
  };

  env.DISPLAY = await startDisplay(start);
  const busConfig = path.join(stage, 'bus.conf');
  writeFileSync(busConfig, BUS);
  /** Starts a bus without services; resolves with its address. */
  const startBus = async () => {
    const bus = start('dbus-daemon', [`--config-file=${busConfig}`, '--nofork', '--print-address=1'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return (await firstLine(bus.stdout)).trim();
  };
  env.DBUS_SESSION_BUS_ADDRESS = await startBus();

  /** Runs another program in the same session, such as the keyring's tools. */
  const run = (program, args, input) => {
    const [first, ...rest] = [...asUser(user), program, ...args];
    return spawnSync(first, rest, { env, input, encoding: 'utf8' });
  };
  const openKeyring = async () => {
    const started = start('gnome-keyring-daemon', ['--unlock', '--components=secrets', '--foreground'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    started.stdin.end('test');
    await waitForKeyring(run);
    return started;
  };
  let keyring = await openKeyring();

  let launchers = 0;
  /** Creates an executable that runs another in this session, from a place that the user can read. */
  const launcherOf = (program) => {
    // Number them: programs from several folders may have the same name.
    const number = ++launchers;
    const wrapper = path.join(stage, `run${number}-${path.basename(program)}`);
    const command = [...asUser(user), user ? stageRuntime(user, stage, program, number) : program];
    writeFileSync(wrapper, `#!/bin/sh\nexec ${command.map((part) => `'${part}'`).join(' ')} "$@"\n`, {
      mode: 0o755,
    });
    return wrapper;
  };

  return {
    env,
    executable: launcherOf(executable),
    launcherOf,
    app: user && app ? stageApp(user, stage, app) : app,
    /** Makes a folder that the app may write to. */
    folder: (name) => own(path.join('data', name)),
    run,
    startBus,
    keyring: {
      get pid() {
        return keyring.pid;
      },
      kill: async () => {
        const exited = new Promise((resolve) => keyring.once('exit', resolve));
        if (keyring.kill('SIGKILL')) await exited;
      },
      /** Restarts the keyring after it was killed, with its items, unlocked. */
      open: async () => {
        keyring = await openKeyring();
      },
      lock: () => {
        const service = ['--dest=org.freedesktop.secrets', '/org/freedesktop/secrets'];
        const lock = ['org.freedesktop.Secret.Service.Lock', `array:objpath:${COLLECTION}`];
        run('dbus-send', ['--session', '--print-reply', ...service, ...lock]);
      },
    },
    stage,
    stop: () => {
      for (const child of running.reverse()) child.kill('SIGKILL');
      rmSync(stage, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** Waits until the keyring is on the bus and its collection is unlocked. */
async function waitForKeyring(run) {
  const end = performance.now() + PATIENCE;
  const isLocked = [
    '--session',
    '--print-reply',
    '--dest=org.freedesktop.secrets',
    COLLECTION,
    'org.freedesktop.DBus.Properties.Get',
    'string:org.freedesktop.Secret.Collection',
    'string:Locked',
  ];
  while (!run('dbus-send', isLocked).stdout.includes('boolean false')) {
    if (performance.now() > end) throw new Error('the keyring of the test desktop did not open');
    await sleep(20);
  }
}

const canReach = (user, place) =>
  spawnSync('setpriv', [...asUser(user).slice(1), 'test', '-r', place], { stdio: 'ignore' }).status === 0;

/** Copies a runtime in a private folder to where the user can read it. */
function stageRuntime(user, stage, executable, number) {
  const folder = path.dirname(executable);
  const name = path.basename(executable);
  if (canReach(user, path.join(folder, 'resources'))) return executable;
  const runtime = path.join(stage, `runtime${number}`);
  cpSync(folder, runtime, { recursive: true });
  return path.join(runtime, name);
}

/** Copies the app to where the user can read it. */
function stageApp(user, stage, app) {
  if (canReach(user, path.join(app, 'dist/main/index.cjs'))) return app;
  const place = path.join(stage, 'app');
  for (const part of ['package.json', 'dist', 'node_modules/keytar']) {
    cpSync(path.join(app, part), path.join(place, part), { recursive: true });
  }
  return place;
}

function firstLine(stream) {
  return new Promise((resolve, reject) => {
    let text = '';
    stream.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text);
    });
    stream.on('close', () => reject(new Error('a part of the test desktop ended at once')));
  });
}
