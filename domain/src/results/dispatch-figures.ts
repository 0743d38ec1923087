import { knownSum } from './event-result.ts';
import { balanceOf } from './rewards/ledger.ts';
import type { LedgerEntry } from './rewards/ledger.ts';
import { roundHalfUp } from './numbers.ts';

/** What a dispatch came to for a house. */
export interface DispatchFigures {
  /** Wh; null: there is no number. */
  readonly savedWh: number | null;
  /** Above zero, one for each currency. */
  readonly rewards: readonly Pick<LedgerEntry, 'amount' | 'currency'>[];
}

/** From what its events saved, and from the entries of the ledger about them. */
export const figuresOf = (
  savedWh: readonly (number | null)[],
  ledger: readonly LedgerEntry[],
): DispatchFigures => ({
  savedWh: knownSum(savedWh),
  rewards: [...Map.groupBy(ledger, ({ currency }) => currency)]
    .map(([currency, entries]) => {
      const { accrued, confirmed, paid } = balanceOf(entries);
      return { amount: accrued + confirmed + paid, currency };
    })
    .filter(({ amount }) => amount > 0)
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
});

/** Energies of events are shown as kWh with two digits. */
const SHOWN_WH = 10;

const shownText = ({ savedWh, rewards }: DispatchFigures): string =>
  JSON.stringify([
    savedWh === null ? null : roundHalfUp(savedWh / SHOWN_WH),
    rewards.map(({ amount, currency }) => [amount, currency]),
  ]);

/** Whether people read the same of both. */
export const areShownAlike = (one: DispatchFigures, other: DispatchFigures): boolean =>
  shownText(one) === shownText(other);

/** A house whose result of an event is shown otherwise than its people were told. */
export interface Correction {
  readonly houseId: string;
  /** The sum of the versions of its receipts in the event: each correction has another. */
  readonly revision: number;
  /** What they were told of the dispatch. */
  readonly before: DispatchFigures;
}
