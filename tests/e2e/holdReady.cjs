// Loaded before the app, which then starts only once Playwright is attached: a window that loads its page in the very
// moment of attaching leaves Playwright waiting for a navigation that is already over. Playwright calls
// `__playwright_run`; its own loader does the same, but also switches off what the app under test must switch off
// itself.
const { app, ipcMain } = require('electron');

const ready = app.whenReady();
const emit = app.emit.bind(app);
let readyArguments = [];
let begun = false;
let begin;
const begins = new Promise((resolve) => {
  begin = resolve;
});

app.emit = (event, ...rest) => {
  if (event !== 'ready' || begun) return emit(event, ...rest);
  readyArguments = rest;
  return true;
};
app.isReady = () => begun;
app.whenReady = () => begins;
globalThis.__playwright_run = async () => {
  await ready;
  begun = true;
  begin();
  emit('ready', ...readyArguments);
};

// With HOLD_BOOT=n the response to a page's first call is delayed by n milliseconds, as on a busy machine.
const held = Number(process.env.HOLD_BOOT ?? 0);
if (held > 0) {
  const handle = ipcMain.handle.bind(ipcMain);
  ipcMain.handle = (channel, answer) =>
    handle(channel, async (event, name, ...given) => {
      const answered = await answer(event, name, ...given);
      if (name === 'app.boot') await new Promise((resolve) => setTimeout(resolve, held));
      return answered;
    });
}
