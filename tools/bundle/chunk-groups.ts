import path from 'node:path';
import type { Rolldown } from 'vite';
import type { Apps } from '#domain/apps/app.ts';

type Context = Rolldown.ChunkingContext;
type Modules = ReadonlySet<string>;

/** Modules and all that they import, but for lazy parts. */
const reachableFrom = (context: Context, ids: Iterable<string>): Modules => {
  const reached = new Set(ids);
  for (const id of reached) {
    for (const inner of context.getModuleInfo(id)?.importedIds ?? []) reached.add(inner);
  }
  return reached;
};

interface LazyPart {
  readonly app: string;
  /** The view that shows it by itself, if one does. */
  readonly view: string | undefined;
  readonly modules: Modules;
}

const findLazyParts = (context: Context, app: string, views: Apps[string]['views'], first: Modules) =>
  [...first].flatMap((id): LazyPart[] => {
    const view = views.find(({ lazyPartsOf: ends }) => ends.some((end) => id.endsWith(end)))?.name;
    const parts = context.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
    return parts.map((part) => ({ app, view, modules: reachableFrom(context, [part]) }));
  });

/** The chunk of a module; null: it stays with the only lazy part that needs it. */
const chunkOf = (context: Context, root: string, apps: Apps): ((id: string) => string | null) => {
  const first = Object.entries(apps).map(([app, { entry, views }]) => ({
    app,
    views,
    modules: reachableFrom(context, [path.join(root, entry)]),
  }));
  const parts = first.flatMap(({ app, views, modules }) => findLazyParts(context, app, views, modules));
  return (id) => {
    const [user, secondUser] = first.filter(({ modules }) => modules.has(id));
    // So that going from one app to the other fetches it once. Vite's loader of lazy parts is in no list of imports.
    if (secondUser || id.includes('vite/preload')) return 'base';
    // The file of a library that exports all imports more than an app uses: groups take along what their modules use.
    if (id.includes('/node_modules/')) return null;
    if (user) return user.app;
    const users = parts.filter(({ modules }) => modules.has(id));
    // A lazy part must not fetch the chunk of another app.
    if (users.some(({ app }) => app !== users[0]?.app)) return null;
    const shown = users.find(({ view }) => view !== undefined);
    return shown?.view ?? (users.length > 1 ? 'screens' : null);
  };
};

/**
 * Few chunks, because each costs a request, and a phone on a slow line has six connections and waits half a second on each: `base` for what
 * several apps need at once, one for each app, one for the lazy parts that a first view shows by itself, `screens` for what several others share.
 */
export const chunkGroups = (root: string, apps: Apps): Rolldown.CodeSplittingGroup[] => {
  const known = new WeakMap<Context, (id: string) => string | null>();
  const views = Object.values(apps).flatMap((app) => app.views.map(({ name }) => name));
  // A group takes the imports of its modules along, unless one before it has them.
  const names = ['base', ...Object.keys(apps), ...views, 'screens'];
  return names.map((name, index) => ({
    debugName: name,
    priority: names.length - index,
    name: (id, context) => {
      const find = known.get(context) ?? chunkOf(context, root, apps);
      known.set(context, find);
      return find(id) === name ? name : null;
    },
  }));
};
