import http from 'node:http';
import https from 'node:https';
import axios from 'axios';

/** Connections kept between calls. TLS is verified whatever the environment of the process says. */
export const agents = {
  http: new http.Agent({ keepAlive: true, maxSockets: 12 }),
  https: new https.Agent({
    keepAlive: true,
    maxSockets: 12,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  }),
};

/** The client of all calls: no redirect is followed, no proxy taken from the environment, no body read by guess. */
export const client = axios.create({
  adapter: 'http',
  maxRedirects: 0,
  proxy: false,
  validateStatus: () => true,
  transformResponse: [(body: unknown) => body],
  httpAgent: agents.http,
  httpsAgent: agents.https,
});
