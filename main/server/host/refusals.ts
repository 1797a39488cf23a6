import type { Endpoint } from '@contract/endpoint';
import { errorsOf } from '@contract/endpoint';
import { explain, type Problem } from '@contract/errors';
import type { Language } from '@contract/limits';
import { labelledBy } from '@contract/resourceLabels';
import { labelOf, namedBy } from '@contract/words';
import { NotVisible } from '../areas/access/notVisible';
import { Refusal } from '../core/refusal';

export const failure = (code: string, msg: string, more: object = {}) => ({
  ret: false,
  msg,
  data: { code, ...more },
});

/** Describes a problem; `path` leads to its field, if it has one. */
type Explainer = (found: Problem, path?: string) => string;

/** Describes problems of a call: fields have the labels of its form. */
export function explainerOf(language: Language, name: string, { body }: Endpoint): Explainer {
  const resourceOf = (path: string) => labelledBy(name, body, path);
  return ({ code, params }, path) =>
    explain(
      language,
      { code, params: namedBy(resourceOf, params) },
      path === undefined ? undefined : labelOf(language, path, resourceOf(path)),
    );
}

export function refusalBody({ problem, details }: Refusal, inWords: Explainer): object {
  const { fields, current, rows } = details;
  const named =
    fields && Object.fromEntries(Object.entries(fields).map(([path, one]) => [path, inWords(one, path)]));
  return failure(problem.code, inWords(problem), { fields: named, current, rows });
}

/**
 * Returns the failure for a refusal with a code outside the contract; undefined for others. A value that violates its
 * field's schema needs no declaration.
 */
export function undeclared(name: string, found: Endpoint, thrown: unknown): Error | undefined {
  if (!(thrown instanceof Refusal) || thrown instanceof NotVisible) return undefined;
  const { problem, details, status } = thrown;
  if (errorsOf(found).includes(problem.code) || (details.fields && status === 400)) return undefined;
  return new Error(`${name} answers ${problem.code}, which its contract does not declare`);
}
