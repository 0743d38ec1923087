import type { FastifyInstance } from 'fastify';

const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

interface Series {
  readonly buckets: number[];
  sum: number;
  count: number;
}

export interface Metrics {
  /** Prometheus text exposition. */
  readonly render: () => string;
}

/** Counts answers by route pattern and status: never by the address asked for, which names houses. */
export const measure = (app: FastifyInstance): Metrics => {
  const series = new Map<string, Series>();
  app.addHook('onResponse', async (request, reply) => {
    const labels = `method="${request.method}",route="${request.routeOptions.url ?? 'none'}",status="${reply.statusCode}"`;
    const seconds = reply.elapsedTime / 1_000;
    const one = series.get(labels) ?? { buckets: BOUNDS.map(() => 0), sum: 0, count: 0 };
    series.set(labels, one);
    one.sum += seconds;
    one.count += 1;
    BOUNDS.forEach((bound, index) => {
      if (seconds <= bound) one.buckets[index] = (one.buckets[index] ?? 0) + 1;
    });
  });
  return {
    render: () => {
      const name = 'porchlight_http_request_seconds';
      const lines = [`# TYPE ${name} histogram`];
      for (const [labels, { buckets, sum, count }] of series) {
        BOUNDS.forEach((bound, index) =>
          lines.push(`${name}_bucket{${labels},le="${bound}"} ${buckets[index]}`),
        );
        lines.push(`${name}_bucket{${labels},le="+Inf"} ${count}`);
        lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${count}`);
      }
      const { rss, heapUsed } = process.memoryUsage();
      lines.push('# TYPE process_resident_memory_bytes gauge', `process_resident_memory_bytes ${rss}`);
      lines.push('# TYPE nodejs_heap_used_bytes gauge', `nodejs_heap_used_bytes ${heapUsed}`);
      return `${lines.join('\n')}\n`;
    },
  };
};
