import type { DeviceKind } from '#contract/entities/device.ts';
import { instantOfCell, makerKeyOf } from '#domain/provisioning/columns.ts';
import type { Cells } from '#domain/provisioning/columns.ts';
import { deviceChange } from '#domain/provisioning/device.ts';
import type { DeviceChange, DeviceLine } from '#domain/provisioning/device.ts';
import type { Db } from '../../db/connection.ts';
import * as homes from '../../stores/provisioning/homes.ts';
import { removeDevices, takeOver } from '../../stores/provisioning/removed-devices.ts';
import { lockHomes, readDevices, readDevicesOf, readHomes } from '../../stores/provisioning/stored-homes.ts';
import type { DeviceRow, HomeRow } from '../../stores/provisioning/stored-homes.ts';
import { givenText, resultOf } from './lines.ts';
import type { Departure, LineResult, PageContext, PlanPage, StagedLine } from './lines.ts';

const lineOf = (cells: Cells, zone: string): DeviceLine => {
  const maker = givenText(cells, 'maker');
  const installed = cells['installed_on'];
  return {
    link: cells['link'] ?? '',
    kind: givenText(cells, 'kind')?.toLowerCase() as DeviceKind | undefined,
    mfg: maker === undefined ? undefined : makerKeyOf(maker),
    type: cells['model'],
    name: cells['name'],
    installedAt: typeof installed === 'string' ? instantOfCell(installed, zone) : installed,
    status: givenText(cells, 'status')?.toLowerCase() as DeviceLine['status'],
    replaces: givenText(cells, 'replaces'),
  };
};

const stateOf = (home: HomeRow | undefined) =>
  home === undefined ? 'unknown' : home.isClosed ? 'closed' : 'open';

const refOf = (cells: Cells) => ({ link: cells['link'] ?? '', uid: cells['maker_device_id'] ?? '' });
const keyOf = ({ link, uid }: Pick<DeviceRow, 'link' | 'uid'>): string => JSON.stringify([link, uid]);

interface Known {
  /** By premise. */
  readonly homes: ReadonlyMap<string, HomeRow>;
  /** By link and id. */
  readonly devices: ReadonlyMap<string, readonly DeviceRow[]>;
  /** By house. */
  readonly ofHomes: ReadonlyMap<string, readonly DeviceRow[]>;
}

const readKnown = async (
  tx: Db,
  { scope, isLocked }: PageContext,
  lines: readonly StagedLine[],
): Promise<Known> => {
  const premises = lines.map(({ cells }) => cells['premise_id'] ?? '');
  const known = await readHomes(tx, scope, premises);
  const houseIds = [...known.values()].map(({ houseId }) => houseId);
  const refs = lines.map(({ cells }) => refOf(cells));
  if (isLocked) {
    await lockHomes(tx, scope, houseIds);
    // Of two that add the same device, the second finds it.
    await homes.lockNew(tx, scope, 'devices');
  }
  const replacing = lines.some(({ cells }) => givenText(cells, 'replaces') !== undefined);
  return {
    homes: isLocked ? await readHomes(tx, scope, premises) : known,
    devices: Map.groupBy(await readDevices(tx, scope, refs), keyOf),
    ofHomes: Map.groupBy(replacing ? await readDevicesOf(tx, scope, houseIds) : [], ({ houseId }) => houseId),
  };
};

interface Planned {
  readonly staged: StagedLine;
  readonly change: DeviceChange;
  readonly device: DeviceRow | undefined;
  readonly houseId: string;
}

/** One that is in the home, or was; of several with this id the one behind the same link. */
const replacedBy = (cells: Cells, houseId: string, { ofHomes }: Known): DeviceRow | undefined => {
  const uid = givenText(cells, 'replaces');
  const own = refOf(cells);
  const found = (ofHomes.get(houseId) ?? []).filter(
    (device) => uid !== undefined && device.uid === uid && keyOf(device) !== keyOf(own),
  );
  const present = found.filter(({ isRemoved }) => !isRemoved);
  const fit = present.length > 0 ? present : found;
  return fit.find(({ link }) => link === own.link) ?? fit[0];
};

const planLine = (staged: StagedLine, known: Known, links: readonly string[]): Planned => {
  const { cells } = staged;
  const home = known.homes.get(cells['premise_id'] ?? '');
  const houseId = home?.houseId ?? '';
  const found = known.devices.get(keyOf(refOf(cells))) ?? [];
  const device = found.find(({ isRemoved }) => !isRemoved);
  const isElsewhere = device !== undefined && device.houseId !== houseId;
  const replaced = replacedBy(cells, houseId, known) ?? null;
  const change = deviceChange(
    lineOf(cells, home?.fields.timezone ?? 'UTC'),
    device && !isElsewhere ? device : null,
    {
      home: stateOf(home),
      isElsewhere,
      wasRemoved: found.some((one) => one.isRemoved && one.houseId === houseId),
      replaced,
      links,
    },
  );
  return { staged, change, device, houseId };
};

const resultOfLine = ({ staged, change }: Planned): LineResult => {
  const notes = 'notes' in change ? change.notes : [];
  const problems = change.outcome === 'refused' ? change.problems : [];
  if (change.outcome === 'removed') return resultOf(staged, 'changed', { changes: ['removed'] });
  const takesOver = 'takesOver' in change && change.takesOver !== null ? ['replaces'] : [];
  const changes = change.outcome === 'changed' ? [...Object.keys(change.set), ...takesOver] : takesOver;
  return resultOf(staged, change.outcome, { notes, problems, changes });
};

/** The device that is not in the home any more when the line has been applied. */
const removedBy = ({ change, device }: Planned): string[] => {
  if (change.outcome === 'removed') return device ? [device.deviceId] : [];
  return 'takesOver' in change && change.takesOver !== null ? [change.takesOver] : [];
};

const rowsOfNew = async (
  tx: Db,
  { scope, now, newId }: PageContext,
  planned: readonly Planned[],
): Promise<Map<Planned, string>> => {
  const added = planned.filter(({ change }) => change.outcome === 'new');
  const ids = new Map(added.map((one) => [one, newId()]));
  const houseIds = added.map(({ houseId }) => houseId);
  const last = new Map(await homes.lastPositions(tx, scope, houseIds));
  const rows = added.flatMap((one) => {
    const { change, houseId, staged } = one;
    if (change.outcome !== 'new') return [];
    const position = (last.get(houseId) ?? 0) + 1;
    last.set(houseId, position);
    const { installedAt, ...fields } = change.fields;
    return [
      {
        ...fields,
        ...refOf(staged.cells),
        providerId: scope.providerId,
        houseId,
        id: ids.get(one) ?? '',
        position,
        createdAt: now,
        installedAt: installedAt === null ? null : new Date(installedAt),
      },
    ];
  });
  await homes.insertHomes(tx, { device: rows });
  return ids;
};

const writePage = async (tx: Db, context: PageContext, planned: readonly Planned[]): Promise<void> => {
  const { scope, now } = context;
  const ids = await rowsOfNew(tx, context, planned);
  await homes.updateDevices(
    tx,
    scope,
    planned.flatMap(({ change, device }) =>
      change.outcome === 'changed' && device ? [{ ...device, ...change.set }] : [],
    ),
  );
  const successors = planned.flatMap((one) => {
    const { change, houseId, device } = one;
    const successor = ids.get(one) ?? device?.deviceId;
    if (!('takesOver' in change) || change.takesOver === null || successor === undefined) return [];
    return [{ houseId, deviceId: change.takesOver, successor }];
  });
  await takeOver(tx, scope, successors, now);
  const removed = planned.flatMap((one) =>
    removedBy(one).map((deviceId) => ({ houseId: one.houseId, deviceId })),
  );
  await removeDevices(tx, scope, removed, now);
};

export const planDevices: PlanPage = async (tx, context, lines) => {
  const known = await readKnown(tx, context, lines);
  const planned = lines.map((staged) => planLine(staged, known, context.links));
  const touched = planned.filter(({ change }) => !['unchanged', 'refused'].includes(change.outcome));
  const leaving = touched.filter((one) => removedBy(one).length > 0);
  return {
    results: planned.map(resultOfLine),
    departures: leaving.map((one): Departure => ({
      houseId: one.houseId,
      why: { removed: removedBy(one) },
    })),
    audited: touched.map((one) => {
      const { link, uid } = refOf(one.staged.cells);
      return { houseId: one.houseId, changes: [`device ${link} ${uid}`, ...resultOfLine(one).changes] };
    }),
    write: (write) => writePage(write, context, touched),
  };
};
