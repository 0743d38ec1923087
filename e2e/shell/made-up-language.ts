import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startServer } from '../support/server.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** What the product is made of; `build` for the template of the database. */
const PARTS = [
  'build',
  'contract',
  'domain',
  'locales',
  'package.json',
  'providers',
  'server',
  'simulator',
  'tools',
  'tsconfig.base.json',
  'vite.config.ts',
  'web',
];

type Texts = Readonly<Record<string, string>>;

export const CODE = 'xx';
export const NAME = 'Made-up';

/** Every text of it begins and ends so. */
export const marked = (text: string): string => `⟦${text}⟧`;

const OWN: Texts = {
  'date.card': '{year}/{month}/{day}',
  'date.long': '{year}, {month}, {day}',
  'date.months': 'm1 m2 m3 m4 m5 m6 m7 m8 m9 m10 m11 m12',
  'language.name': NAME,
};

export const readEnglish = async (): Promise<Texts> =>
  JSON.parse(await readFile(path.join(ROOT, 'locales/en.json'), 'utf8')) as Texts;

/**
 * A copy of the product in which a language was added as anybody would: one file in locales/, its code in a provider's
 * provider.json, and a build. Nothing else differs.
 */
export const startWithMadeUpLanguage = async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'porchlight-language-'));
  const remove = () => rm(root, { recursive: true, force: true });
  try {
    for (const part of PARTS) await cp(path.join(ROOT, part), path.join(root, part), { recursive: true });
    await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
    const texts = Object.entries(await readEnglish()).map(([key, text]) => [key, OWN[key] ?? marked(text)]);
    await writeFile(path.join(root, `locales/${CODE}.json`), JSON.stringify(Object.fromEntries(texts)));
    const file = path.join(root, 'providers/sunvale/provider.json');
    const provider = await readFile(file, 'utf8');
    await writeFile(file, provider.replace('"supportedLanguages": ["en"', `$&, "${CODE}"`));
    await promisify(execFile)(process.execPath, [path.join(root, 'tools/bundle/build.ts')]);
    const server = await startServer({ root });
    return {
      url: server.url,
      close: async () => {
        await server.shutDownAndDelete();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
};
