import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Screen } from './screen.ts';

/** In a process of its own: the types of a browser and those of the server do not go together. */
const PROGRAM = path.resolve(import.meta.dirname, '../../mails/render-mails.ts');
const rendered = JSON.parse(execFileSync(process.execPath, [PROGRAM], { encoding: 'utf8' })) as Record<
  string,
  Record<string, string>
>;

/** Mails as a mail program without styles of its own shows them. */
export const MAILS: readonly Screen[] = Object.entries(rendered).map(([name, htmlIn]) => ({
  name,
  path: '',
  who: null,
  isMail: true,
  open: (page, { language }) => page.setContent(htmlIn[language] ?? ''),
}));
