import path from 'node:path';
import type { Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;
type Graph = Pick<Context, 'getModuleInfo'>;

const root = path.resolve(import.meta.dirname, '../..');
const APP = path.join(root, 'web/src/app/app-entry.tsx');
const SIGN_IN = path.join(root, 'web/src/app/sign-in-entry.tsx');
/** Modules whose lazy parts the dashboard shows by itself. */
const DASHBOARD_PARTS = /\.widget\.tsx$|\/dashboard\/\w+\.tsx$|\/card-parts\.tsx$/;

/** The library has one file that exports all; of these parts only lazy screens use something. */
const LIBRARY_PARTS_FOR_LATER =
  /\/(queriesObserver|mutationObserver|infiniteQueryObserver|useQueries|useMutation)\.js$/;

interface Reached {
  readonly app: ReadonlySet<string>;
  readonly signIn: ReadonlySet<string>;
  /** What the dashboard loads after its first cards. */
  readonly dashboard: ReadonlySet<string>;
  /** What other lazy screens and dialogs load. */
  readonly screens: ReadonlySet<string>;
  /** What more than one of them loads. */
  readonly ofSeveral: ReadonlySet<string>;
  /** What the sign-in view loads later: it must not fetch files of the app. */
  readonly signInParts: ReadonlySet<string>;
}

const statics = (context: Graph, ids: Iterable<string>): Set<string> => {
  const reached = new Set(ids);
  for (const id of reached) {
    for (const inner of context.getModuleInfo(id)?.importedIds ?? []) reached.add(inner);
  }
  return reached;
};

/** The modules that run until the first view is drawn, signed in or not. */
export const firstViewModules = (graph: Graph): ReadonlySet<string> => statics(graph, [APP, SIGN_IN]);

const lazyParts = (context: Context, ids: Iterable<string>): string[] =>
  [...ids].flatMap((id) => context.getModuleInfo(id)?.dynamicallyImportedIds ?? []);

const walk = (context: Context): Reached => {
  const app = statics(context, [APP]);
  const signIn = statics(context, [SIGN_IN]);
  const widgets = [...app].filter((id) => DASHBOARD_PARTS.test(id));
  const dashboard = statics(context, lazyParts(context, widgets));
  const others = [...app, ...signIn].filter((id) => !DASHBOARD_PARTS.test(id));
  const parts = [...new Set(lazyParts(context, others))].map((id) => statics(context, [id]));
  const screens = new Set(parts.flatMap((part) => [...part]));
  const ofSeveral = new Set([...screens].filter((id) => parts.filter((part) => part.has(id)).length > 1));
  const signInParts = statics(context, lazyParts(context, signIn));
  return { app, signIn, dashboard, screens, ofSeveral, signInParts };
};

/** Few files, because each costs a request: a phone on a slow line has six connections and waits half a second on each. */
export const chunkGroups = (): Rolldown.CodeSplittingGroup[] => {
  const known = new WeakMap<Context, Reached>();
  const group = (
    name: string,
    priority: number,
    test: (reached: Reached, id: string) => boolean,
  ): Rolldown.CodeSplittingGroup => ({
    debugName: name,
    priority,
    name: (id, context) => {
      const reached = known.get(context) ?? walk(context);
      known.set(context, reached);
      return test(reached, id) ? name : null;
    },
  });
  return [
    // What both views need, so that going from sign-in to the app fetches it once.
    group('base', 5, ({ app, signIn }, id) => (app.has(id) && signIn.has(id)) || id.includes('vite/preload')),
    group('app', 4, ({ app }, id) => app.has(id) && !LIBRARY_PARTS_FOR_LATER.test(id)),
    group('sign-in', 3, ({ signIn }, id) => signIn.has(id)),
    group(
      'shared',
      2,
      ({ dashboard, screens, signInParts }, id) =>
        dashboard.has(id) && screens.has(id) && !signInParts.has(id),
    ),
    group('dashboard', 1, ({ dashboard, signInParts }, id) => dashboard.has(id) && !signInParts.has(id)),
    group('screens', 0, ({ ofSeveral, signInParts }, id) => ofSeveral.has(id) && !signInParts.has(id)),
  ];
};
