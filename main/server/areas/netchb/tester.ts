import { instantOf } from '@contract/rules/zonedTime';
import { Outgoing } from '../../core/outgoing';
import { LINE_FIELDS, type NetchbLine, type NetchbOptions } from './line';

/** Tests at once. */
const AT_ONCE = 4;

type Due = Awaited<ReturnType<NetchbTester['due']>>[number];

/** Tries the connections that someone asked to be tried, beside the database's one writer: a gateway may take its time. */
export class NetchbTester {
  readonly #line: NetchbLine;
  readonly #options: NetchbOptions;
  /** Ends; tests on their way are cut short, and made at the next start. */
  readonly stop: () => Promise<void>;

  constructor(line: NetchbLine, options: NetchbOptions) {
    this.#line = line;
    this.#options = options;
    const outgoing = new Outgoing<Due>({
      due: () => this.due(),
      attempt: (account, stopped) => this.#attempt(account, stopped),
      failed: (error) => options.report('a NetCHB account could not be tested', error),
      every: options.every,
    });
    this.stop = outgoing.stop;
  }

  /** Accounts that wait for their test. */
  due() {
    return this.#options.store.read
      .selectFrom('netchbAccount')
      .select([...LINE_FIELDS, 'testDueAt'])
      .where('testDueAt', 'is not', null)
      .orderBy('testDueAt')
      .limit(AT_ONCE)
      .execute();
  }

  async #attempt(account: Due, stopped: AbortSignal): Promise<void> {
    const { store, now } = this.#options;
    const answer = await this.#line.call(account, { operation: 'signOn' }, stopped);
    if (!answer) return;
    await store.write((write) =>
      write
        .updateTable('netchbAccount')
        .set({
          testDueAt: null,
          lastTestAt: instantOf(now()),
          lastTestResult: answer.result,
          lastTestAnswer: answer.text,
        })
        .where('id', '=', account.id)
        // What was changed meanwhile has another test, or none: this one says nothing of it.
        .where('testDueAt', '=', account.testDueAt)
        .execute(),
    );
  }
}
