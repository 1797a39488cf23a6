import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { ApiName } from '@contract/index';
import { type Actor, answerOf, CAPTCHA, type CallOptions, type LooseInput, requestOf } from './apiCall';

const root = path.resolve(import.meta.dirname, '../..');

/** Exit and output of a process. */
interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The embedded API as a separate program, started by a command line. */
export class ApiProcess {
  readonly process: ChildProcess;
  /** Resolves when the process has ended. */
  readonly ended: Promise<ProcessExit>;
  #stdout = '';
  #stderr = '';

  private constructor(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.process = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    this.process.stdout?.on('data', (text) => {
      this.#stdout += text;
    });
    this.process.stderr?.on('data', (text) => {
      this.#stderr += text;
    });
    this.ended = new Promise((resolve) => {
      this.process.on('close', (code, signal) =>
        resolve({ code, signal, stdout: this.#stdout, stderr: this.#stderr }),
      );
    });
  }

  /** Runs a bundle of the API's entry on the Node of this test. */
  static of(bundle: string, args: readonly string[], env?: Readonly<Record<string, string>>): ApiProcess {
    return new ApiProcess(process.execPath, [bundle, ...args], env);
  }

  /** Runs any other program. */
  static running(command: string, args: readonly string[]): ApiProcess {
    return new ApiProcess(command, args);
  }

  /** Returns the line that reports it is ready; rejects when it ends before. */
  async line(): Promise<Record<string, unknown> & { url: string }> {
    const ended = this.ended.then(({ stderr, code }) => {
      throw new Error(`ended with ${code}: ${stderr}`);
    });
    const firstOutput = new Promise<string>((resolve) => {
      const look = () => {
        if (this.#stdout.includes('\n')) resolve(this.#stdout);
      };
      this.process.stdout?.on('data', look);
      look();
    });
    return JSON.parse(await Promise.race([firstOutput, ended]));
  }

  /** Sends a signal and waits for the end. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<ProcessExit> {
    this.process.kill(signal);
    return this.ended;
  }
}

/** Calls an API at a base; throws when the connection breaks. */
export async function callAt(base: string, name: ApiName, input: LooseInput, options: CallOptions = {}) {
  return answerOf(await fetch(requestOf(base, name, input, options)));
}

/** Calls an API at a base, and returns its answer; throws when it refuses. */
export async function gotAt<T>(base: string, name: ApiName, input: LooseInput, as: Actor): Promise<T> {
  const answer = await callAt(base, name, input, { as });
  if ('refused' in answer) throw new Error(JSON.stringify(answer.refused));
  return answer.got as T;
}

/** Signs in at a base where the captcha is fixed. */
export async function signInAt(base: string, username: string, password: string): Promise<Actor> {
  const captcha = (await callAt(base, 'session.captcha', {})) as { got: { id: string } };
  const body = { username, password, captchaId: captcha.got.id, captcha: CAPTCHA };
  const answer = await callAt(base, 'session.login', { body });
  if ('refused' in answer) throw new Error(answer.refused.msg);
  const { token, profile } = answer.got as { token: string; profile: { id: number } };
  return { token, staffId: profile.id, groupId: 0, username };
}
