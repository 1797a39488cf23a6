import { expect, type Locator } from 'playwright/test';
import type { DeskApp } from './deskApp';

/** What one types or chooses: a text, a switch, or the entries of a list; of an instant `DD/MM/yyyy HH:mm`. */
export type Entry = string | boolean | readonly string[];

/** The form that a person has before them, by the names of its fields. */
export class FormInFront {
  readonly app: DeskApp;
  readonly resource: string;

  constructor(app: DeskApp, resource: string) {
    this.app = app;
    this.resource = resource;
  }

  get form(): Locator {
    return this.app.page.locator('form.fc-form:visible').last();
  }

  /** A field with its label and what stands beneath it. */
  field(name: string): Locator {
    const { page, say } = this.app;
    const label = say.label(name, this.resource).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const own = page.locator('label.bp6-label', { hasText: new RegExp(`^\\s*${label}\\s*\\*?\\s*$`) });
    return this.form.locator('.fc-field').filter({ has: own });
  }

  /** Where one types or chooses; of an instant, its day. */
  input(name: string): Locator {
    return this.field(name).locator('input, select, textarea, button.fc-select').first();
  }

  /** What is wrong with a field, said beside it. */
  wrong(name: string): Locator {
    return this.field(name).getByRole('alert');
  }

  /** How many fields are said to need attention; zero when nothing is said. */
  async expectWrong(count: number): Promise<void> {
    const { say } = this.app;
    await expect(this.form.getByRole('alert')).toHaveCount(count);
    await expect(this.form.locator('.fc-form-invalid')).toHaveText(
      count === 0
        ? []
        : [say.t(count === 1 ? 'common.formInvalid_one' : 'common.formInvalid_other', { count })],
    );
  }

  async fill(entries: Readonly<Record<string, Entry>>): Promise<void> {
    for (const [name, entry] of Object.entries(entries)) await this.fillOne(name, entry);
  }

  private async fillOne(name: string, entry: Entry): Promise<void> {
    const input = this.input(name);
    // Which kind of field it is, is to be seen once it is there.
    await input.waitFor({ state: 'attached' });
    const { keyboard } = this.app.page;
    if (typeof entry === 'boolean') {
      // The switch itself is drawn beside its input.
      if ((await input.isChecked()) !== entry) await this.field(name).locator('.bp6-control').click();
    } else if (typeof entry === 'object') {
      for (const one of entry) {
        await input.fill(one);
        await keyboard.press('Enter');
      }
      await keyboard.press('Tab');
    } else if ((await this.field(name).locator('.fc-instant').count()) > 0) {
      const [day = '', time = ''] = entry.split(' ');
      await input.fill(day);
      await this.field(name).locator('.fc-clock input').fill(time);
      await keyboard.press('Tab');
    } else if ((await input.evaluate(({ tagName }) => tagName)) === 'SELECT') {
      await input.selectOption({ label: entry });
    } else if (await input.evaluate((element) => element.matches('.fc-select'))) {
      await input.focus();
      await keyboard.press('Enter');
      await this.chooseTyped(entry);
    } else {
      await input.fill(entry);
      await keyboard.press('Tab');
    }
  }

  /** Types into the open list and takes the first that matches. */
  async chooseTyped(text: string): Promise<void> {
    const { page } = this.app;
    const search = page.locator('.bp6-select-popover input');
    await expect(search).toBeFocused();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await search.waitFor({ state: 'detached', timeout: 15_000 });
  }

  async save(): Promise<void> {
    await this.form.waitFor();
    await this.app.page.keyboard.press('Control+s');
  }
}
