import type { AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { onTestFinished } from 'vitest';
import { CallError } from '../../main/transport/callError';
import { client } from '../../main/transport/client';

type RequestConfig = InternalAxiosRequestConfig;

/** Alters the requests of the client of all calls, until the test is over. */
export function sends(
  change: (request: RequestConfig) => Partial<RequestConfig> | Promise<Partial<RequestConfig>>,
): void {
  const id = client.interceptors.request.use(async (request) =>
    Object.assign(request, await change(request)),
  );
  onTestFinished(() => client.interceptors.request.eject(id));
}

/** Alters the responses that the client of all calls receives, until the test is over. */
export function takes(change: (response: AxiosResponse) => Partial<AxiosResponse>): void {
  const id = client.interceptors.response.use((response) => Object.assign(response, change(response)));
  onTestFinished(() => client.interceptors.response.eject(id));
}

/** Turns a failure into one that claims nothing was done, though something may be. */
export const surelyNot = <T>(work: Promise<T>): Promise<T> =>
  work.catch(({ error }: CallError) => Promise.reject(new CallError({ ...error, unknownResult: false })));
