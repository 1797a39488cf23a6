import type { DeskApp } from './deskApp';

/**
 * Holds the requests for a screen's code, as a damaged or slow installation would; returns a function that releases
 * them.
 */
export async function holdCode(
  { app }: DeskApp,
  part: string,
  how: 'refuse' | 'wait',
): Promise<() => Promise<void>> {
  const waiting = await app.evaluateHandle(
    ({ session }, [name, kind]) => {
      const held: (() => void)[] = [];
      session.defaultSession.webRequest.onBeforeRequest((details, answer) => {
        const matches = details.url.includes(name);
        if (matches && kind === 'wait') held.push(() => answer({}));
        else answer({ cancel: matches });
      });
      return held;
    },
    [part, how] as const,
  );
  return () =>
    app.evaluate(({ session }, held) => {
      session.defaultSession.webRequest.onBeforeRequest(null);
      for (const go of held) go();
    }, waiting);
}
