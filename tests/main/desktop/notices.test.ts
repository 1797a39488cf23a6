import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Notices, type SystemNotice } from '../../../main/desktop/notices';

const shown: SystemNotice[] = [];
const opened: string[] = [];
const state = { wanted: true, inFront: false, language: 'en' as 'en' | 'cn' };
const notices = new Notices({
  isWanted: () => state.wanted,
  inFront: () => state.inFront,
  language: () => state.language,
  show: (notice) => void shown.push(notice),
  open: (path) => void opened.push(path),
});
const one = (changes: object = {}) => ({
  ...{ count: 1, type: 'noa' as const, billNo: '112-90424456', path: '/bill/bill_manage/detail/7' },
  ...changes,
});

beforeEach(() => {
  vi.useFakeTimers();
  shown.length = 0;
  opened.length = 0;
  Object.assign(state, { wanted: true, inFront: false, language: 'en' });
});
afterEach(() => {
  notices.stop();
  vi.useRealTimers();
});

test('names kind and bill of one message, and opens it', () => {
  notices.add(one());
  expect(shown).toMatchObject([{ title: 'New message', body: 'NOA · 112-90424456' }]);
  shown[0]?.click();
  expect(opened).toEqual(['/bill/bill_manage/detail/7']);
});

test('sums up messages that arrive in between, once for each few seconds', () => {
  notices.add(one());
  for (let n = 0; n < 4; n += 1) notices.add(one());
  notices.add(one({ count: 2 }));
  expect(shown).toHaveLength(1);
  vi.advanceTimersByTime(5000);
  expect(shown.map(({ title, body }) => [title, body])).toEqual([
    ['New message', 'NOA · 112-90424456'],
    ['6 new messages', ''],
  ]);
  shown[1]?.click();
  expect(opened).toEqual(['/message/list']);
  vi.advanceTimersByTime(60_000);
  expect(shown).toHaveLength(2);
});

test('shows nothing when it is turned off or the window is in front', () => {
  state.wanted = false;
  notices.add(one());
  state.wanted = true;
  state.inFront = true;
  notices.add(one());
  expect(shown).toEqual([]);
  state.inFront = false;
  notices.add(one({ type: 'system', billNo: null, path: null }));
  expect(shown).toHaveLength(1);
});

test('shows notices in Chinese', () => {
  state.language = 'cn';
  notices.add(one({ count: 5 }));
  expect(shown[0]?.title).toBe('5条新消息');
});
