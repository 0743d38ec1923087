import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';

const RUNTIME = 'rolldown-runtime';
const HOST = 'base';

interface File {
  /** Without its folder. */
  readonly name: string;
  readonly code: string;
}

type Names = readonly (readonly [first: string, second: string])[];

/** The names of `{r as e,t}`. */
const namesIn = (list: string): Names =>
  list.split(',').map((one) => {
    const [first = '', second = first] = one.trim().split(' as ');
    return [first, second];
  });

/** The name under which the host has and exports a helper; the minifier gives no name that is so long. */
const sharedName = (helper: string): string => `runtime_${helper}`;

/** The runtime in a function of its own, because its names are those of other things in the host. */
const inHost = ({ code }: File): string => {
  const [, body, list] = /^([\s\S]*)export\s*\{([^}]*)\};?\s*$/.exec(code) ?? [];
  if (body === undefined || list === undefined) throw new Error(`${RUNTIME} does not end with its exports.`);
  const helpers = namesIn(list);
  const values = helpers.map(([own, outer]) => `${outer}:${own}`).join(',');
  const names = helpers.map(([, outer]) => `${outer}:${sharedName(outer)}`).join(',');
  const exported = helpers.map(([, outer]) => sharedName(outer)).join(',');
  return `const{${names}}=(()=>{${body}return{${values}}})();export{${exported}};`;
};

/** The code of a file with the helpers of the runtime taken from the host. */
export const withRuntimeInHost = (file: File, runtime: File, host: File): string => {
  const isHost = file.name === host.name;
  const [whole, list] =
    new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*"\\./${runtime.name}";`).exec(file.code) ?? [];
  if (whole === undefined || list === undefined) return file.code.replaceAll(runtime.name, host.name);
  const helpers = namesIn(list);
  const instead = isHost
    ? inHost(runtime) + helpers.map(([helper, own]) => `const ${own}=${sharedName(helper)};`).join('')
    : `import{${helpers.map(([helper, own]) => `${sharedName(helper)} as ${own}`).join(',')}}from"./${host.name}";`;
  // Lists of files to preload name it too.
  return file.code.replace(whole, () => instead).replaceAll(runtime.name, host.name);
};

interface ManifestEntry {
  readonly imports?: readonly string[];
}

const withoutRuntime = (manifest: string, key: string): string => {
  const { [key]: _, ...rest } = JSON.parse(manifest) as Record<string, ManifestEntry>;
  const entries = Object.entries(rest).map(([name, entry]) => [
    name,
    entry.imports ? { ...entry, imports: entry.imports.filter((one) => one !== key) } : entry,
  ]);
  return JSON.stringify(Object.fromEntries(entries), null, 2);
};

const fileOf = ({ fileName, code }: Rolldown.OutputChunk): File => ({
  name: fileName.slice(fileName.lastIndexOf('/') + 1),
  code,
});

/**
 * Rolldown gives its runtime, 0.4 kB of helpers, a file of its own whatever group asks for it, and each file costs a request. All
 * files that use it import the base: the helpers move there.
 */
export const foldRuntime = (): Plugin => ({
  name: 'porchlight-fold-runtime',
  // Browsers keep a file for ever under its name, which is made before this changes the file: another way of changing it is another name.
  augmentChunkHash: () => readFileSync(import.meta.filename, 'utf8'),
  generateBundle: {
    // After Vite has written the manifest and the lists of files to preload.
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const runtimeChunk = chunks.find(({ name }) => name === RUNTIME);
      const hostChunk = chunks.find(({ name }) => name === HOST);
      const manifest = bundle['.vite/manifest.json'];
      if (!runtimeChunk || !hostChunk || manifest?.type !== 'asset') {
        throw new Error(`The build lacks ${RUNTIME}, ${HOST} or its manifest.`);
      }
      const [runtime, host] = [fileOf(runtimeChunk), fileOf(hostChunk)];
      for (const chunk of chunks) chunk.code = withRuntimeInHost(fileOf(chunk), runtime, host);
      manifest.source = withoutRuntime(String(manifest.source), `_${runtime.name}`);
      delete bundle[runtimeChunk.fileName];
    },
  },
});
