import { homeChange } from '#domain/provisioning/home.ts';
import type { HomeChange, HomeFields, HomeLine } from '#domain/provisioning/home.ts';
import { instantOfCell } from '#domain/provisioning/columns.ts';
import type { Cells } from '#domain/provisioning/columns.ts';
import type { Given } from '#domain/provisioning/change.ts';
import { isTimeZone } from '#domain/time/time-zone.ts';
import type { ProviderScope } from '../../lib/scope/scope.ts';
import * as homes from '../../stores/provisioning/homes.ts';
import { lockHomes, readHomes, zonesOfPostalCodes } from '../../stores/provisioning/stored-homes.ts';
import type { HomeRow } from '../../stores/provisioning/stored-homes.ts';
import { givenText, resultOf } from './lines.ts';
import { closeByProvider, replaceHousehold } from './moves.ts';
import type { Departure, LineResult, PlanPage, StagedLine } from './lines.ts';

const numberOf = (cells: Cells, column: string): number | null | undefined => {
  const text = cells[column];
  return typeof text === 'string' ? Number(text) : text;
};

const yesIn = (cells: Cells, column: string): boolean | null | undefined => {
  const text = cells[column];
  return typeof text === 'string' ? text.toLowerCase() === 'yes' : text;
};

const fieldsOf = (cells: Cells): Given<HomeFields> => {
  return {
    address: cells['address'],
    city: cells['city'],
    zipcode: cells['postal_code'],
    country: cells['country'],
    timezone: cells['timezone'],
    latitude: numberOf(cells, 'latitude'),
    longitude: numberOf(cells, 'longitude'),
    meterId: cells['meter_id'],
    feeder: cells['feeder'],
    substation: cells['substation'],
    groupName: cells['group'],
    lifeSupport: yesIn(cells, 'life_support'),
    mayExport: yesIn(cells, 'may_export'),
    mayChargeFromGrid: yesIn(cells, 'may_charge_from_grid'),
  };
};

const lineOf = (cells: Cells, stored: HomeRow | undefined): HomeLine => {
  const fields = fieldsOf(cells);
  const zone = fields.timezone ?? stored?.fields.timezone ?? 'UTC';
  const moveIn = givenText(cells, 'move_in_date');
  return {
    accountNumber: givenText(cells, 'account_number'),
    previousAccountNumber: givenText(cells, 'previous_account_number'),
    status: givenText(cells, 'status')?.toLowerCase() as HomeLine['status'],
    moveInDate: moveIn === undefined ? undefined : instantOfCell(moveIn, isTimeZone(zone) ? zone : 'UTC'),
    fields,
  };
};

interface PlannedHome {
  readonly result: LineResult;
  readonly change: HomeChange;
  readonly premiseId: string;
  readonly stored: HomeRow | undefined;
}

const changesOf = ({
  set,
  accountNumber,
}: Exclude<HomeChange, { readonly fields: unknown } | { readonly outcome: 'unchanged' | 'refused' }>) => [
  ...Object.keys(set),
  ...(accountNumber === null ? [] : ['accountNumber']),
];

const toResult = (staged: StagedLine, change: HomeChange): LineResult => {
  if (change.outcome === 'unchanged') return resultOf(staged, 'unchanged');
  if (change.outcome === 'refused') return resultOf(staged, 'refused', { problems: change.problems });
  const { notes } = change;
  if (change.outcome === 'new') return resultOf(staged, 'new', { notes });
  const changes = changesOf(change);
  if (change.outcome === 'moved') return resultOf(staged, 'moved', { notes, changes });
  // The household ends, too.
  return change.closes
    ? resultOf(staged, 'moved', { notes, changes: [...changes, 'closed'] })
    : resultOf(staged, 'changed', { notes, changes });
};

const departureOf = ({ change, stored }: PlannedHome): readonly Departure[] => {
  if (!stored || !('set' in change)) return [];
  const { houseId } = stored;
  if (change.outcome === 'moved') return [{ houseId, why: 'moved' }];
  if (change.closes) return [{ houseId, why: 'closed' }];
  return change.set.lifeSupport === true ? [{ houseId, why: 'life_support' }] : [];
};

const newHouses = (
  added: readonly (PlannedHome & { readonly houseId: string })[],
  { providerId }: ProviderScope,
  first: number,
  createdAt: Date,
) =>
  added.flatMap(({ change, houseId, premiseId }, index) =>
    change.outcome === 'new'
      ? [{ ...change.fields, providerId, id: houseId, premiseId, number: first + index, createdAt }]
      : [],
  );

const numbersOf = (planned: readonly (PlannedHome & { readonly houseId: string })[]) =>
  planned.flatMap(({ change, houseId }) =>
    (change.outcome === 'new' || change.outcome === 'changed') && change.accountNumber !== null
      ? [{ houseId, accountNumber: change.accountNumber }]
      : [],
  );

export const planHomes: PlanPage = async (tx, context, lines) => {
  const { scope, now, newId, houseOf, acts } = context;
  const premises = lines.map(({ cells }) => cells['premise_id'] ?? '');
  const codes = lines.flatMap(({ cells }) => givenText(cells, 'postal_code') ?? []);
  const zones = await zonesOfPostalCodes(tx, scope, codes);
  if (context.isLocked) {
    const before = await readHomes(tx, scope, premises);
    await lockHomes(
      tx,
      scope,
      [...before.values()].map(({ houseId }) => houseId),
    );
    // Of two that add the same home, the second finds it.
    if (premises.some((premise) => !before.has(premise))) await homes.lockNew(tx, scope, 'homes');
  }
  const known = await readHomes(tx, scope, premises);
  const planned = lines.map((staged): PlannedHome => {
    const premiseId = staged.cells['premise_id'] ?? '';
    const stored = known.get(premiseId);
    const change = homeChange(lineOf(staged.cells, stored), stored ?? null, {
      now: now.getTime(),
      isMove: context.isMove,
      zoneOfPostalCode: zones.get(givenText(staged.cells, 'postal_code') ?? '') ?? null,
    });
    return { result: toResult(staged, change), change, premiseId, stored };
  });
  const added = planned
    .filter(({ change }) => change.outcome === 'new')
    .map((home) => ({ ...home, houseId: newId() }));
  const changed = planned.flatMap((home) =>
    'set' in home.change && home.stored
      ? [{ ...home, change: home.change, houseId: home.stored.houseId, stored: home.stored }]
      : [],
  );
  return {
    results: planned.map(({ result }) => result),
    departures: planned.flatMap(departureOf),
    audited: changed.map(({ houseId, result }) => ({ houseId, changes: result.changes })),
    added: added.map(({ houseId }) => houseId),
    write: async (write, inEvents) => {
      const first = added.length === 0 ? 0 : await homes.nextNumber(write, scope);
      await homes.insertHomes(write, { house: newHouses(added, scope, first, now) });
      await homes.updateHomes(
        write,
        scope,
        changed.map(({ change, stored, houseId }) => ({ ...stored.fields, ...change.set, houseId })),
      );
      await homes.setAccountNumbers(write, scope, numbersOf([...added, ...changed]));
      for (const { change, houseId } of changed) {
        const house = houseOf(houseId);
        if (change.outcome === 'moved') await replaceHousehold(write, acts, house, change.accountNumber, now);
        else if (change.closes)
          await closeByProvider(write, acts, house, { now, hasLeftEvents: inEvents.has(houseId) });
      }
    },
  };
};
