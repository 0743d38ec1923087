import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { assertComplete, mountRoutes } from './mount-routes.ts';
import { createRateLimiter } from './limits/rate-limit.ts';

describe('a route that does not say enough', () => {
  const complete: Endpoint = {
    method: 'GET',
    path: '/house/{houseId}/thing',
    summary: 'A thing',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    response: z.object({}),
  };
  const start = (endpoint: Partial<Endpoint>, handlers: object = { thing: async () => ({}) }) => {
    const server = fastify();
    const table = { table: { thing: endpoint }, handlers };
    const clock = { now: () => new Date(0) };
    const deps = { clock, allow: createRateLimiter(clock) };
    mountRoutes(server, deps as never, { area: table } as never);
  };
  const without = (key: keyof Endpoint): Partial<Endpoint> => {
    const { [key]: _, ...rest } = complete;
    return rest;
  };

  test('[API-3] starts when everything is there', () => {
    expect(() => start(complete)).not.toThrow();
  });

  test.each(['access', 'budget', 'repeat', 'response'] as const)(
    '[API-3] does not start without %s',
    (key) => {
      expect(() => start(without(key))).toThrow(/^The endpoint area\.thing has no /);
      expect(() => assertComplete('area.thing', without(key))).toThrow(/^The endpoint area\.thing has no /);
    },
  );

  const faultyEndpoints: [string, object][] = [
    ['an access rule that nobody wrote', { access: 'everyone' }],
    ['a budget that nobody wrote', { budget: 'toString' }],
    ['a repeat rule that nobody wrote', { repeat: '' }],
    ['a house rule and no house in its path', { path: '/thing' }],
    ['a rule for the own account and no account in its path', { access: 'self' }],
  ];
  test.each(faultyEndpoints)('[API-3] does not start with %s', (_what, change) => {
    expect(() => start({ ...complete, ...change })).toThrow(/^The endpoint area\.thing /);
  });

  test('[API-3] does not start without a handler', () => {
    expect(() => start(complete, {})).toThrow('The endpoint area.thing has no handler.');
  });
});
