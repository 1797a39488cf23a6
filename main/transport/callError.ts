import type { AppError, Problem } from '@contract/errors';
import { explain, problem } from '@contract/errors';
import { IDLE_TIMEOUT, type Language, REQUEST_TIMEOUT } from '@contract/limits';
import type { Target } from './target';
import { FileChanged } from './uploadBody';

/** A failed call, with the error for the renderer. */
export class CallError extends Error {
  readonly error: AppError;
  constructor(error: AppError) {
    super(error.code);
    this.error = error;
  }
}

/** Creates the error of a problem of the contract. */
export function callError(language: Language, found: Problem, extra: Partial<AppError> = {}): CallError {
  return new CallError({ code: found.code, message: explain(language, found), ...extra });
}

/** Reason why the client ended a call. */
export type EndReason = 'cancelled' | 'deadline' | 'idle';

const TLS_CODES = /^(CERT_|ERR_TLS|DEPTH_ZERO|UNABLE_TO_|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO)/;
/** Response is no HTTP, or its compression is damaged. */
const DAMAGED_CODES = /^(HPE_|Z_|ERR__?ERROR_FORMAT|ERR_BROTLI|ZSTD_)/;

/** A failure as Node or axios throws it. */
interface Failure {
  readonly name: string;
  readonly message: string;
  readonly code?: string | undefined;
  readonly syscall?: string | undefined;
  readonly cause?: unknown;
}

/**
 * Returns the problem of a failed connection. A write that may have arrived before the connection broke has an unknown
 * result: repeating it blindly could create a second record.
 */
export function connectionProblem(
  failure: Failure,
  target: Target | null,
  call: {
    readonly endedBy: EndReason | undefined;
    readonly writes: boolean;
    readonly file: string | undefined;
  },
): { problem: Problem; unknownResult: boolean } {
  const { endedBy, writes, file } = call;
  const cause = (failure.cause ?? failure) as Failure;
  const connecting = !target || cause.syscall === 'connect' || cause.syscall === 'getaddrinfo';
  const unknownResult = writes && !connecting;
  const server = target?.name ?? '';
  const answer = (found: Problem) => ({ problem: found, unknownResult });
  const nothingSent = (found: Problem) => ({ problem: found, unknownResult: false });
  if (endedBy === 'cancelled') return answer(problem('CANCELLED'));
  if (endedBy === 'deadline') return answer(problem('TIMED_OUT', { seconds: REQUEST_TIMEOUT / 1000 }));
  if (endedBy === 'idle') return answer(problem('STALLED', { seconds: IDLE_TIMEOUT / 1000 }));
  const code = failure.code ?? '';
  // An upload not read to its end is half a request, which no server accepts as complete.
  if (file && cause instanceof FileChanged) return nothingSent(problem('FILE_CHANGED', { name: file }));
  if (TLS_CODES.test(code)) return nothingSent(problem('TLS_FAILED', { server }));
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return nothingSent(problem('SERVER_UNKNOWN', { server }));
  if (target?.socketPath && connecting) return nothingSent(problem('BACKEND_DOWN'));
  const limit = /maxContentLength size of (\d+) exceeded/.exec(failure.message)?.[1];
  if (limit) return answer(problem('ANSWER_TOO_LARGE', { size: Math.round(Number(limit) / 1024 / 1024) }));
  if (DAMAGED_CODES.test(code)) return answer(problem('ANSWER_INVALID'));
  return answer(unknownResult ? problem('RESULT_UNKNOWN') : problem('NO_CONNECTION', { server }));
}
