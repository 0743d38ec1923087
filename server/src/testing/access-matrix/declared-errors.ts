import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints/index.ts';
import { errorsOf } from '../../http/openapi/openapi.ts';
import type { Answer } from '../app.ts';

const rows = Object.values(endpoints).flatMap((table): [Endpoint, RegExp][] =>
  Object.values(table as Record<string, Endpoint>).map((endpoint) => [
    endpoint,
    new RegExp(`^/api${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
  ]),
);

/** The answer, unless it refuses with a code that the contract does not name for the call, so that no client can expect it. */
export const asDeclared = async (method: string, url: string, answer: Promise<Answer>): Promise<Answer> => {
  const { status, body } = await answer;
  const [path = ''] = url.split('?');
  const [endpoint] = rows.find(([row, pattern]) => row.method === method && pattern.test(path)) ?? [];
  if (endpoint && status >= 400 && !errorsOf(endpoint).some((code) => code === body?.code)) {
    throw new Error(`${method} ${endpoint.path} is refused with ${body?.code}, which its errors do not name`);
  }
  return answer;
};
