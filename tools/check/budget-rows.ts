import { statSync } from 'node:fs';
import path from 'node:path';
import type { Apps, Host } from '#domain/apps/app.ts';
import { readBundle } from '#server/web/bundle.ts';

interface BudgetRow {
  readonly name: string;
  /** Both in kB brotli. */
  readonly size: number;
  readonly budget: number;
}

/** The scripts that each app of a host needs until its first view is ready. */
export const budgetRows = (build: string, host: Host, apps: Apps): BudgetRow[] =>
  Object.entries(readBundle(build, host, apps).apps).map(([name, scripts]) => {
    const bytes = scripts.map((file) => statSync(path.join(build, `${file}.br`)).size);
    return {
      name,
      size: bytes.reduce((sum, one) => sum + one, 0) / 1_000,
      budget: apps[name]?.budget.scripts ?? 0,
    };
  });
