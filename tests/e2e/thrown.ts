import type { Locator } from 'playwright/test';

/**
 * Makes the component that draws an element throw at its next rendering: React keeps its fiber on the element. A
 * component mounted anew after that works again, as after a temporary failure.
 */
export async function plantThrow(element: Locator, message: string): Promise<void> {
  await element.evaluate((node, text) => {
    interface Fiber {
      tag: number;
      type: unknown;
      return: Fiber | null;
      alternate: Fiber | null;
    }
    const FUNCTION = 0;
    const MEMOISED_FUNCTION = 15;
    const key = Object.keys(node).find((name) => name.startsWith('__reactFiber$'));
    let fiber = key ? (node as unknown as Record<string, Fiber>)[key] : undefined;
    while (fiber && fiber.tag !== FUNCTION && fiber.tag !== MEMOISED_FUNCTION)
      fiber = fiber.return ?? undefined;
    if (!fiber) throw new Error('no component draws this element');
    const thrower = () => {
      throw new Error(text);
    };
    fiber.type = thrower;
    if (fiber.alternate) fiber.alternate.type = thrower;
  }, message);
}
