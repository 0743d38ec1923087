import type { RootDb } from '../db/connection.ts';
import { tables } from '../db/tables.ts';

/** Every row of every table as text, or only those of one provider. */
export const dump = async (db: RootDb, providerId?: string): Promise<string> => {
  const lines: string[] = [];
  for (const [table, columns] of Object.entries(tables)) {
    // The name stands for any of them: rows are only turned into text.
    let query = db.selectFrom(table as 'account').selectAll();
    if (providerId !== undefined) {
      if (!('providerId' in columns)) continue;
      query = query.where('providerId', '=', providerId);
    }
    const rows = await query.execute();
    lines.push(...rows.map((row) => `${table} ${JSON.stringify(row)}`));
  }
  return lines.toSorted().join('\n');
};
