import type { DeskApp } from './deskApp';
import { expect } from './fixtures';

/** Returns the longest time between two frames of the window during some work, in ms. */
export async function longestGap({ page }: DeskApp, work: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const watch = { last: 0, longest: 0, going: true };
    Object.assign(window, { watch });
    const frame = (now: number) => {
      if (watch.last > 0) watch.longest = Math.max(watch.longest, now - watch.last);
      watch.last = now;
      if (watch.going) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await work();
  return page.evaluate(() => {
    const { watch } = window as unknown as { watch: { longest: number; going: boolean } };
    watch.going = false;
    return watch.longest;
  });
}

/** Goes down the list by keyboard, then types into its search: both the position and the typed text must be shown. */
export async function workWithList(app: DeskApp, typed: string): Promise<void> {
  const search = app.screen.getByRole('searchbox');
  await app.cellAt(0, 2).click();
  for (let row = 0; row < 5; row += 1) await app.page.keyboard.press('ArrowDown');
  await search.fill('');
  await search.pressSequentially(typed);
  await expect(search).toHaveValue(typed);
}
