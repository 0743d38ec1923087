/** Which documents open an app: those on every host that serves a provider. */
export type Host = 'provider';
export const HOSTS: readonly Host[] = ['provider'];

interface FirstView {
  readonly name: string;
  /** Selector of its first real content: when this is painted, the view is ready. */
  readonly content: string;
  /** How the paths of modules end whose lazy parts it shows by itself: these parts share one script, because each file costs a request. */
  readonly lazyPartsOf: readonly string[];
}

/** A browser application: what build, document, checks, journeys and benchmarks know of it. */
export interface App {
  /** The module that mounts it, from the root of the repository. */
  readonly entry: string;
  readonly hosts: readonly Host[];
  /** What visitors see first. */
  readonly views: readonly FirstView[];
  readonly budget: {
    /** Its scripts until the first view is ready, in kB brotli: what a phone on a slow line waits for. */
    readonly scripts: number;
    /** When the first view is ready on such a phone, as a ratio to an empty React page. */
    readonly ready: number;
  };
  /** Keys of the texts of the first view; `mode.*`: all keys that begin with `mode.`. The others are loaded with the first lazy part. */
  readonly firstTexts: readonly string[];
}

export type Apps = Readonly<Record<string, App>>;

export const appsOn = (host: Host, apps: Apps): Apps =>
  Object.fromEntries(Object.entries(apps).filter(([, { hosts }]) => hosts.includes(host)));

const covers = (entry: string, key: string): boolean =>
  entry.endsWith('.*') ? key.startsWith(entry.slice(0, -1)) : key === entry;

/** Those of `keys` that a list of keys and groups names. */
export const listedKeys = (list: readonly string[], keys: readonly string[]): string[] =>
  keys.filter((key) => list.some((entry) => covers(entry, key)));
