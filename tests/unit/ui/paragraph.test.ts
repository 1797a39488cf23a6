import { expect, test } from 'vitest';
import { paragraph } from '../../../renderer/ui/paragraph';

test.each([
  [['One sentence', 'Another one'], 'One sentence. Another one'],
  [['Ends by itself.', 'Does it? Yes', 'Last'], 'Ends by itself. Does it? Yes. Last'],
  [['Delete A-1?', ''], 'Delete A-1?'],
  [['删除A-1？', '无法恢复'], '删除A-1？无法恢复'],
  [['每行一票提单或CMR', '可下载模板'], '每行一票提单或CMR。可下载模板'],
])('joins %j into one paragraph', (sentences, joined) => {
  expect(paragraph(...sentences)).toBe(joined);
});
