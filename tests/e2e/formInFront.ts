import { expect, type Locator } from 'playwright/test';
import type { DeskApp } from './deskApp';

/** A value to enter: a text, a switch, or the entries of a list; an instant is `DD/MM/yyyy HH:mm`. */
export type Entry = string | boolean | readonly string[];

/** The form in front, by the names of its fields. */
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

  /** Returns a field with its label and the messages beneath it. */
  field(name: string): Locator {
    const { page, say } = this.app;
    const label = say.label(name, this.resource).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const own = page.locator('label.bp6-label', { hasText: new RegExp(`^\\s*${label}\\s*\\*?\\s*$`) });
    return this.form.locator('.fc-field').filter({ has: own });
  }

  /** Returns the input of a field; of an instant, that of its day. */
  input(name: string): Locator {
    return this.field(name).locator('input, select, textarea, button.fc-select').first();
  }

  /** Returns the error message beside a field. */
  wrong(name: string): Locator {
    return this.field(name).getByRole('alert');
  }

  /** Expects the message that so many fields need attention; none for zero. */
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
    // The kind of a field is known only once it is drawn.
    await input.waitFor({ state: 'attached' });
    const { keyboard } = this.app.page;
    if (typeof entry === 'boolean') {
      // A switch is drawn beside its input.
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

  /** Types into the open list and takes the first match. */
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
