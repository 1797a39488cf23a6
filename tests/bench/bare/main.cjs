// The least that Electron can do: a window with a page of one word. What the start of the app is measured against.
const { app, BrowserWindow } = require('electron');

app.enableSandbox();
app.whenReady().then(() => new BrowserWindow({ width: 1440, height: 900 }).loadFile('index.html'));
