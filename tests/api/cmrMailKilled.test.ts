import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { CAPTCHA } from '../support/apiCall';
import { copyDemoData } from '../support/apiDemoData';
import { folders } from '../support/apiFolder';
import { ApiProcess } from '../support/apiProcess';
import { bundle } from '../support/bundle';

const folder = folders();
const filesIn = (place: string) =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

test('starts again and sends once when the server is killed between drawing the files and storing the mail', async () => {
  const data = path.join(folder(), 'data');
  const [entry] = await Promise.all([bundle('main/server/host/start.ts'), copyDemoData(data)]);
  const db = new DatabaseSync(path.join(data, 'freight.db'), { timeout: 5000 });
  const one = (text: string) => db.prepare(text).get() as Record<string, string | number>;
  const note = one('select cmrId as id from pallet where cmrId is not null order by id desc limit 1');
  db.exec('delete from cmrMail');
  db.prepare(
    `insert into cmrMail (cmrId, trigger, createdAt, dueAt, toEmails, subject, body, attachPdf, attachExcel)
     values (?, 'manual', ?, ?, '["hub@example.com"]', 'Truck', 'Killed', 1, 1)`,
  ).run(Number(note.id), '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z');
  const unnamed = () => {
    const named = new Set(
      db
        .prepare('select id from storedFile')
        .all()
        .map(({ id }) => String(id)),
    );
    return filesIn(path.join(data, 'files')).filter((file) => !named.has(path.basename(file)));
  };
  const start = () => ApiProcess.of(entry, ['--data', data, '--port', '0', '--captcha', CAPTCHA]);
  const mailCount = () => one("select count(*) as n from mail where text = 'Killed'").n;

  const first = start();
  await first.line();
  // The write lock is taken: a drawn mail cannot be stored.
  db.exec('begin immediate');
  await expect.poll(() => unnamed().length, { timeout: 30_000 }).toBe(2);
  await first.stop('SIGKILL');
  db.exec('rollback');
  expect(mailCount()).toBe(0);

  const second = start();
  await second.line();
  // The files that the first had drawn are removed; the second draws its own.
  await expect.poll(mailCount, { timeout: 30_000 }).toBe(1);
  const { fileIds } = one("select fileIds from mail where text = 'Killed'");
  expect(JSON.parse(String(fileIds))).toHaveLength(2);
  expect(unnamed()).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 5000));
  expect(mailCount()).toBe(1);
  await second.stop();
  db.close();
}, 120_000);
