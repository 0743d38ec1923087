import type { DeviceLink } from '#domain/ports/device-link.ts';
import type { LinkQueues } from '../jobs/queue.ts';
import { guardLink } from './guarded-link.ts';
import type { GuardDeps, GuardedLink } from './guarded-link.ts';
import { noLink } from './none.ts';

/** Which link the devices of a maker are behind, by the link's name. `others`: of makers without a line of their own. */
export interface LinkRoutes {
  readonly makers: Readonly<Record<string, string>>;
  readonly others: string;
}

/** No maker's cloud is connected yet: with demo data the simulator plays all of them. */
export const routesFor = (simulated: boolean): LinkRoutes => ({
  makers: {},
  others: simulated ? 'simulator' : noLink.name,
});

const linkNameOf = ({ makers, others }: LinkRoutes, maker: string): string =>
  Object.hasOwn(makers, maker) ? (makers[maker] ?? others) : others;

/** Every link has queues of its own, except the one that refuses everything. */
export const linkQueuesOf = (routes: LinkRoutes): LinkQueues => {
  const links = [...new Set([...Object.values(routes.makers), routes.others])].filter(
    (name) => name !== noLink.name,
  );
  return {
    links,
    linkOf: (maker) => {
      const name = linkNameOf(routes, maker);
      return links.includes(name) ? name : null;
    },
  };
};

export interface LinkRouter {
  readonly links: readonly GuardedLink[];
  readonly linkOf: (maker: string) => GuardedLink;
  readonly start: () => Promise<void>;
  /** Ends every link after its calls in flight. */
  readonly stop: () => Promise<void>;
}

/** The links by their names, each behind a circuit of its own. A route to a link that is not there is a mistake of ours. */
export const createLinkRouter = (
  routes: LinkRoutes,
  links: readonly DeviceLink[],
  deps: GuardDeps,
): LinkRouter => {
  const guarded = new Map([noLink, ...links].map((link) => [link.name, guardLink(link, deps)]));
  const named = (name: string): GuardedLink => {
    const link = guarded.get(name);
    if (!link) throw new Error(`no link ${name}`);
    return link;
  };
  for (const name of [...Object.values(routes.makers), routes.others]) named(name);
  const all = [...guarded.values()];
  return {
    links: all,
    linkOf: (maker) => named(linkNameOf(routes, maker)),
    start: async () => {
      await Promise.all(all.map((link) => link.start()));
    },
    stop: async () => {
      await Promise.all(all.map((link) => link.stop()));
    },
  };
};
