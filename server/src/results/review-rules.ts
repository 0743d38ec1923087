import { BASELINE_RULES } from '#contract/entities/program.ts';
import { baselineRule } from '#domain/results/baseline/baseline-rules.ts';
import { correctableSince } from '#domain/results/settling.ts';
import type { RootDb } from '../db/connection.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { readFact, writeFact } from '../stores/system/installation.ts';
import { scheduleByRules } from '../stores/results/settlements.ts';

export const FACT = 'baseline rules';

type RuleVersions = Readonly<Record<string, number>>;

const currentVersions = (): RuleVersions =>
  Object.fromEntries(BASELINE_RULES.map((name) => [name, baselineRule(name).version]));

/**
 * Results that a rule of this release computes otherwise than the release before are due at once: final results are looked
 * at ever more seldom. The program of an event, with the name of its rule, stays the one that it was ordered under.
 */
export const reviewRules = ({ db, clock }: { readonly db: RootDb; readonly clock: Clock }): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const current = currentVersions();
    const stored = await readFact(tx, FACT);
    if (stored === JSON.stringify(current)) return;
    const known = stored === null ? current : (JSON.parse(stored) as RuleVersions);
    const changed = Object.keys(current).filter((name) => current[name] !== (known[name] ?? current[name]));
    const now = clock.now();
    await scheduleByRules(tx, changed, new Date(correctableSince(now.getTime())), now);
    await writeFact(tx, FACT, JSON.stringify(current));
  });
