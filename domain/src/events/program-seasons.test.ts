import { expect, test } from 'vitest';
import { programSeasons } from './program-seasons.ts';
import { cooling, heating, water } from './testing/facts.ts';

const PROGRAMS = [water, cooling, heating];
const of = (...programs: readonly { readonly id: string }[]) => programs.map(({ id }) => ({ programId: id }));
const seasonsAt = (now: string) =>
  programSeasons(PROGRAMS, of(cooling, heating, water), [], Date.parse(now)).map(({ programId, season }) => [
    programId,
    season && `${season.from} ${season.to}`,
  ]);

test('[UX-45] without an event: until when events may come, or from when on, the earliest season first', () => {
  const inWinter = seasonsAt('2027-01-10T12:00:00Z');
  expect(inWinter.map(([id]) => id)).toEqual([heating.id, cooling.id, water.id]);
  expect(inWinter[0]?.[1]).toMatch(/^2026-\d\d-\d\d 2027-\d\d-\d\d$/);
  expect(inWinter[1]?.[1]).toMatch(/^2027-/);
  expect(inWinter[2]?.[1]).toBeNull();
  const inSummer = seasonsAt('2026-07-15T12:00:00Z');
  expect(inSummer.map(([id]) => id)).toEqual([cooling.id, heating.id, water.id]);
});

test('[UX-45] only programs that the house takes part in', () => {
  expect(programSeasons(PROGRAMS, of(water), [], 0).map(({ programId }) => programId)).toEqual([water.id]);
  expect(programSeasons(PROGRAMS, [], [], 0)).toEqual([]);
});

test('[LANG-1] a name comes with those that the provider has in other languages', () => {
  const names = [
    { language: 'es', programId: water.id, name: 'Agua caliente' },
    { language: 'es', programId: heating.id, name: 'Invierno' },
  ];
  expect(programSeasons(PROGRAMS, of(water), names, 0)).toMatchObject([
    {
      programId: water.id,
      programName: water.name,
      translations: [{ language: 'es', name: 'Agua caliente' }],
    },
  ]);
});
