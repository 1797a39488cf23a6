import { screens } from '../../renderer/screens';
import { refusal } from '../support/brokenFront';
import { type DeskApp, exampleOf } from './deskApp';
import { expect } from './fixtures';
import { type TeamServer, test } from './teamServer';

const NO = 'Not now, says the server';
/** Reads of the frame of the window, which other tests fail. */
const FRAME =
  /\/(menu-tree|me|captcha|list-view|openapi\.json|message\/count|message\?|import-jobs\?pageSize=100&)/;

/** Makes a server refuse reads while `failing`; `refused` has their addresses. */
function refusing({ front }: TeamServer, which: (url: string) => boolean) {
  const made = { failing: true, refused: new Set<string>() };
  front.faultOf = (method, url) => {
    if (!made.failing || method !== 'GET' || FRAME.test(url) || !which(url)) return undefined;
    made.refused.add(url);
    return refusal(400, NO);
  };
  return made;
}

/** Presses Retry until nothing failed is in view. */
async function healed(app: DeskApp, where: string): Promise<void> {
  const no = app.page.getByText(NO);
  await expect(async () => {
    const retry = app.page.getByRole('button', { name: app.say.t('common.retry') });
    if ((await no.count()) > 0) await retry.first().click({ timeout: 1000 });
    await expect(no).toHaveCount(0, { timeout: 1000 });
  }, where).toPass();
  await app.settled();
}

test('reports records, parts and reports that could not be read, and shows them after a retry', async ({
  onTeam,
  team,
}) => {
  // All screens are opened in one start.
  test.setTimeout(300_000);
  const app = await onTeam({ allowed: /./ });
  const { page, screen } = app;
  // Home is read before the first refusal: its parts ask for their rows once its counts are there.
  await screen.getByRole('heading', { name: app.say.t('report.desk.mine') }).waitFor();
  await app.settled();
  const messages: string[] = [];
  const isPart = (url: string) => !/\/all(\?|$)/.test(url);
  const failsAsItSays = async (where: string, open: () => Promise<unknown>) => {
    const server = refusing(team, isPart);
    await open();
    // Grey lines mean that data is loading: none is shown once loading has failed.
    await app.settled();
    if (server.refused.size > 0) {
      await expect(page.getByText(NO).first(), [where, ...server.refused].join(' ')).toBeVisible();
      messages.push(where);
    }
    server.failing = false;
    await healed(app, where);
  };

  // Lists are opened by their own test, with their search.
  const walked = screens.filter(({ path: to }) => to.includes(':') || /^\/(home|report|sea)\//.test(to));
  for (const { path: to } of walked)
    await test.step(to, async () => {
      await failsAsItSays(to, () => app.open(exampleOf(to)));
      if (!to.includes(':')) return;
      const tabs = screen.getByRole('tab');
      for (let nth = 0; nth < (await tabs.count()); nth += 1)
        await failsAsItSays(`${to} ${await tabs.nth(nth).innerText()}`, () => tabs.nth(nth).click());
    });
  expect(messages.length).toBeGreaterThan(60);
});
