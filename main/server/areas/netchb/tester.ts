import { instantOf } from '@contract/rules/zonedTime';
import { Outgoing } from '../../core/outgoing';
import { LINE_FIELDS, type NetchbLine, type NetchbOptions } from './line';

/** Tests run at the same time. */
const AT_ONCE = 4;

type Due = Awaited<ReturnType<NetchbTester['due']>>[number];

/** Runs requested connection tests outside the database's write lock: a gateway may take its time. */
export class NetchbTester {
  readonly #line: NetchbLine;
  readonly #options: NetchbOptions;
  /** Stops; running tests are cut short, and run again at the next start. */
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
        // An account changed during the test waits for another one, or for none: this result does not apply to it.
        .where('testDueAt', '=', account.testDueAt)
        .execute(),
    );
  }
}
