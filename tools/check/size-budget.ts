import { statSync } from 'node:fs';
import path from 'node:path';
import { HOSTS } from '#domain/apps/app.ts';
import { apps } from '#domain/apps/apps.ts';
import { budgetRows } from './budget-rows.ts';

const FONT_KB = 50;

const build = path.resolve(import.meta.dirname, '../../build/web');

const rows = [
  ...HOSTS.flatMap((host) => budgetRows(build, host, apps)),
  { name: 'font', size: statSync(path.join(build, 'fonts/inter.woff2')).size / 1_000, budget: FONT_KB },
];

for (const { name, size, budget } of rows) {
  console.log(`${name}: ${size.toFixed(1)} kB of ${budget} kB`);
  if (size > budget) process.exitCode = 1;
}
