// The minimal Electron app: a window with a page of one word. The baseline for the start of the app.
const { app, BrowserWindow } = require('electron');

app.enableSandbox();
app.whenReady().then(() => new BrowserWindow({ width: 1440, height: 900 }).loadFile('index.html'));
