import { navigate, useLocation } from '#web/lib/routing/router.ts';

/** What of the graph is chosen besides its period: the table below it, and in a week or month points instead of bars. */
const CHOICES = ['points', 'table'] as const;
type Choice = (typeof CHOICES)[number];

export type EnergyView = Readonly<Record<Choice, boolean>>;

/** From the value of `view` in the address. */
export const viewOf = (text: string | null): EnergyView => {
  const chosen = text?.split(',') ?? [];
  return { points: chosen.includes('points'), table: chosen.includes('table') };
};

/** For the address; empty: as it is by itself. */
export const viewText = (view: EnergyView): string => CHOICES.filter((choice) => view[choice]).join(',');

/** Kept in the address like the period: the graph is made anew when the size of the page changes. */
export const useEnergyView = (): readonly [EnergyView, (change: Partial<EnergyView>) => void] => {
  const { path, search } = useLocation();
  const view = viewOf(search.get('view'));
  const choose = (change: Partial<EnergyView>) => {
    const next = new URLSearchParams(search);
    const text = viewText({ ...view, ...change });
    if (text === '') next.delete('view');
    else next.set('view', text);
    // Commas as they are, so that the address can be read.
    const query = next.toString().replaceAll('%2C', ',');
    navigate(query === '' ? path : `${path}?${query}`, { replace: change.points === undefined });
  };
  return [view, choose];
};
