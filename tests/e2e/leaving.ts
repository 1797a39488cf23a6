import { expect } from 'playwright/test';
import type { DeskApp } from './deskApp';

/** Waits until main has written a text to its drafts. */
export const onDisk = (app: DeskApp, text: string) =>
  expect.poll(async () => JSON.stringify(await app.call('drafts.list'))).toContain(text);

/** Answers the system's questions with a button; returns a function that reads the questions asked. */
export async function answerDialogs(app: DeskApp, response: number): Promise<() => Promise<string[]>> {
  await app.app.evaluate(({ dialog }, chosen) => {
    const questions: string[] = [];
    Object.assign(globalThis, { questions });
    dialog.showMessageBox = (async (_window: unknown, how: { message: string; detail: string }) => {
      questions.push(`${how.message}\n${how.detail}`);
      return { response: chosen, checkboxChecked: false };
    }) as unknown as typeof dialog.showMessageBox;
  }, response);
  return () => app.app.evaluate(() => (globalThis as unknown as { questions: string[] }).questions);
}
