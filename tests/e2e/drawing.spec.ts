import { expect, test } from './fixtures';

interface Fiber {
  readonly tag: number;
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly alternate: Fiber | null;
}

/** Counts in `window.drawn` how often components are rendered, as React reports it to its developer tools. */
function countDrawings(): void {
  const page = window as unknown as { drawn: number; __REACT_DEVTOOLS_GLOBAL_HOOK__: object };
  page.drawn = 0;
  /** Functions, classes, and wrapped components: every fiber that is not an element of the page itself. */
  const components = new Set([0, 1, 11, 14, 15]);
  const PERFORMED = 1;
  const count = (next: Fiber, before: Fiber | null) => {
    if (next === before) return;
    if (components.has(next.tag) && (before === null || next.flags & PERFORMED)) page.drawn += 1;
    if (next.child === before?.child) return;
    for (let child = next.child; child; child = child.sibling) count(child, child.alternate);
  };
  page.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot: (_id: number, root: { current: Fiber }) => count(root.current, root.current.alternate),
  };
}

test('does not render a list again on return to it, however many others are open', async ({ signedIn }) => {
  const app = await signedIn({ motion: true });
  const { page } = app;
  await page.addInitScript(countDrawings);
  await page.reload();
  await app.tabs.waitFor();
  const LIST = '/bill/bill_manage';
  const drawnBy = async (screen: string): Promise<number> => {
    await page.evaluate('window.drawn = 0');
    await app.open(screen);
    // Parts that are drawn step by step are complete by then.
    await page.waitForTimeout(1500);
    return page.evaluate('window.drawn');
  };
  const opened = await drawnBy(LIST);
  const back: number[] = [];
  for (const other of ['/config/airport', '/config/area', '/config/destination', '/customer/customer_list']) {
    await drawnBy(other);
    back.push(await drawnBy(LIST));
  }
  test.info().annotations.push({ type: 'drawn', description: `opened ${opened}, back ${back.join(', ')}` });
  // The frame around it changes: the tabs, the place in the menu, and the path in the bar.
  for (const count of back) expect(count).toBeLessThan(opened * 0.35);
});
