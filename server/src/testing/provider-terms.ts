import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ProviderFile } from '#contract/entities/provider.ts';
import { PROVIDERS_FOLDER, readProviders } from '../providers/registry.ts';

export const TERMS_VERSION = '2026-06-01';

export const textOf = (kind: 'terms' | 'privacy', language: string, version = TERMS_VERSION): string =>
  `<h2>${kind} of ${version}</h2><p>Words in ${language}.</p>`;

/** The providers of the product, each with terms. `remove` deletes the folder. */
export const providersWithTerms = (version = TERMS_VERSION) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-terms-'));
  cpSync(PROVIDERS_FOLDER, folder, { recursive: true });
  const write = (next: string): void => {
    for (const { id, file } of readProviders().all) {
      const own = path.join(folder, id);
      const json = JSON.parse(readFileSync(path.join(own, 'provider.json'), 'utf8')) as ProviderFile;
      writeFileSync(path.join(own, 'provider.json'), JSON.stringify({ ...json, terms: next }));
      mkdirSync(path.join(own, 'terms', next), { recursive: true });
      for (const language of file.commonSettings.byodMultipleLanguages.supportedLanguages) {
        for (const kind of ['terms', 'privacy'] as const) {
          const name = path.join(own, 'terms', next, `${kind}.${language}.html`);
          writeFileSync(name, textOf(kind, language, next));
        }
      }
    }
  };
  write(version);
  return { folder, write, remove: () => rmSync(folder, { recursive: true }) };
};
