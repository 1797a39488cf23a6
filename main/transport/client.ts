import http from 'node:http';
import https from 'node:https';
import axios from 'axios';

/** Connections reused between calls. TLS is verified regardless of the process's environment. */
export const agents = {
  http: new http.Agent({ keepAlive: true, maxSockets: 12 }),
  https: new https.Agent({
    keepAlive: true,
    maxSockets: 12,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  }),
};

/** HTTP client of all calls: follows no redirects, ignores proxies in the environment, never guesses a body's type. */
export const client = axios.create({
  adapter: 'http',
  maxRedirects: 0,
  proxy: false,
  validateStatus: () => true,
  transformResponse: [(body: unknown) => body],
  httpAgent: agents.http,
  httpsAgent: agents.https,
});
