import { describe, expect, test } from 'vitest';
import { screens } from '../../renderer/screens';
import { loadScreen } from '../../renderer/screens/load';

describe('screens', () => {
  test('a module that does not exist is refused as such', async () => {
    await expect(loadScreen('home/Nothing')).rejects.toMatchObject({
      code: 'MODULE_NOT_FOUND',
      message: 'Cannot find module',
    });
  });

  test('each screen of the list has its module', () => {
    const files = Object.keys(import.meta.glob('../../renderer/screens/*/*.tsx'));
    for (const { module } of screens) expect(files).toContain(`../../renderer/screens/${module}.tsx`);
  });
});
