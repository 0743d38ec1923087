import type { Program } from '#contract/entities/program.ts';
import type { Problem } from '#domain/provisioning/change.ts';
import { instantOfCell } from '#domain/provisioning/columns.ts';
import type { Cells } from '#domain/provisioning/columns.ts';
import { enrolmentChange } from '#domain/provisioning/enrolment.ts';
import type { EnrolmentChange, EnrolmentLine } from '#domain/provisioning/enrolment.ts';
import { writeEnrolments } from '../../stores/provisioning/enrolments.ts';
import type { WrittenEnrolment } from '../../stores/provisioning/enrolments.ts';
import {
  lockHomes,
  readDevicesOf,
  readEnrolments,
  readHomes,
} from '../../stores/provisioning/stored-homes.ts';
import type { DeviceRow, EnrolmentRow, HomeRow } from '../../stores/provisioning/stored-homes.ts';
import { resultOf } from './lines.ts';
import type { LineResult, PageContext, PlanPage, StagedLine } from './lines.ts';

const timeOf = (cells: Cells, column: string, zone: string): number | null | undefined => {
  const cell = cells[column];
  return typeof cell === 'string' ? instantOfCell(cell, zone) : cell;
};

const lineOf = (cells: Cells, zone: string): EnrolmentLine => ({
  from: timeOf(cells, 'from', zone) ?? undefined,
  until: timeOf(cells, 'until', zone),
  groupName: cells['group'],
  consentAt: timeOf(cells, 'consent_at', zone),
  consentSource: cells['consent_source'],
  endReason: cells['end_reason'],
});

interface Known {
  /** By house. */
  readonly devices: ReadonlyMap<string, readonly DeviceRow[]>;
  /** By house and device; with those of the lines before. */
  readonly enrolments: Map<string, readonly EnrolmentRow[]>;
}

const deviceKey = ({ houseId, deviceId }: Pick<EnrolmentRow, 'houseId' | 'deviceId'>): string =>
  `${houseId} ${deviceId}`;

/** The device that a line names, or without one all that fit the program, or of which something ends that is stored. */
const targetsOf = (
  cells: Cells,
  home: HomeRow,
  program: Program,
  { devices }: Known,
  isStored: (device: DeviceRow) => boolean,
) => {
  const own = devices.get(home.houseId) ?? [];
  const uid = cells['maker_device_id'] ?? null;
  if (uid !== null) return own.filter((device) => device.link === cells['link'] && device.uid === uid);
  const ends = typeof cells['end_reason'] === 'string';
  return own.filter((device) => program.kinds.includes(device.kind) || (ends && isStored(device)));
};

const problemOf = (cells: Cells, home: HomeRow | undefined): Problem | null => {
  if (home === undefined) return { column: 'premise_id', code: 'home_unknown' };
  if (home.isClosed) return { column: 'premise_id', code: 'home_closed' };
  return cells['maker_device_id'] && !cells['link'] ? { column: 'link', code: 'missing' } : null;
};

interface Planned {
  readonly result: LineResult;
  readonly written: readonly WrittenEnrolment[];
}

const planLine = (
  staged: StagedLine,
  home: HomeRow | undefined,
  known: Known,
  { now, programs }: PageContext,
): Planned => {
  const { cells } = staged;
  const fail = (...problems: readonly Problem[]): Planned => ({
    result: resultOf(staged, 'refused', { problems }),
    written: [],
  });
  const problem = problemOf(cells, home);
  if (problem || home === undefined) return fail(problem ?? { column: 'premise_id', code: 'home_unknown' });
  const programId = cells['program_id'] ?? '';
  const program = programs.find(({ id }) => id === programId) ?? null;
  if (program === null) return fail({ column: 'program_id', code: 'program_unknown' });
  const storedOf = ({ houseId, deviceId }: DeviceRow) =>
    known.enrolments.get(deviceKey({ houseId, deviceId }))?.find((one) => one.programId === programId);
  const fitting = targetsOf(cells, home, program, known, (device) => storedOf(device) !== undefined);
  // A line without a beginning ends what there is, which may be nothing.
  const ends = cells['from'] === undefined;
  const targets = ends ? fitting.filter((device) => storedOf(device) !== undefined) : fitting;
  if (targets.length === 0 && ends) return { result: resultOf(staged, 'unchanged'), written: [] };
  if (targets.length === 0) return fail({ column: 'maker_device_id', code: 'device_unknown' });
  const changes = targets.map(({ houseId, deviceId, kind }) => {
    const own = known.enrolments.get(deviceKey({ houseId, deviceId })) ?? [];
    const stored = own.find((one) => one.programId === programId);
    const others = own.flatMap((one) => {
      const other = programs.find(({ id }) => id === one.programId);
      return other && other.id !== programId ? [{ ...one, program: other }] : [];
    });
    const change = enrolmentChange(lineOf(cells, home.fields.timezone), stored ? fieldsOf(stored) : null, {
      now: now.getTime(),
      program,
      kind,
      others,
      defaultGroup: home.fields.groupName ?? home.fields.zipcode ?? 'none',
    });
    return { houseId, deviceId, programId, change };
  });
  const refusal = changes.find(({ change }) => change.outcome === 'refused')?.change;
  if (refusal?.outcome === 'refused') return fail(...refusal.problems);
  const written = changes.flatMap(({ change, ...of }) =>
    'fields' in change ? [{ ...of, fields: change.fields }] : [],
  );
  const outcomes: readonly EnrolmentChange['outcome'][] = changes.map(({ change }) => change.outcome);
  const outcome = outcomes.includes('new') ? 'new' : outcomes.includes('changed') ? 'changed' : 'unchanged';
  return { result: resultOf(staged, outcome), written };
};

/** What a line writes is what the next ones find. */
const note = ({ enrolments }: Known, written: Planned['written']): void => {
  for (const { fields, ...of } of written) {
    const others = enrolments.get(deviceKey(of))?.filter(({ programId }) => programId !== of.programId);
    enrolments.set(deviceKey(of), [...(others ?? []), { ...of, ...fields }]);
  }
};

const fieldsOf = ({ houseId: _, deviceId: __, programId: ___, ...fields }: EnrolmentRow) => fields;

export const planEnrolments: PlanPage = async (tx, context, lines) => {
  const { scope, now } = context;
  const homes = await readHomes(
    tx,
    scope,
    lines.map(({ cells }) => cells['premise_id'] ?? ''),
  );
  const houseIds = [...homes.values()].map(({ houseId }) => houseId);
  if (context.isLocked) await lockHomes(tx, scope, houseIds);
  const known = {
    devices: Map.groupBy(
      (await readDevicesOf(tx, scope, houseIds)).filter(({ isRemoved }) => !isRemoved),
      ({ houseId }) => houseId,
    ),
    enrolments: Map.groupBy(await readEnrolments(tx, scope, houseIds), deviceKey),
  };
  const planned = lines.map((staged) => {
    const line = planLine(staged, homes.get(staged.cells['premise_id'] ?? ''), known, context);
    note(known, line.written);
    return line;
  });
  const written = planned.flatMap((one) => one.written);
  // Also those that wait for a consent: nobody agrees to being in events.
  const ended = written.filter(({ fields }) => fields.state !== 'active');
  return {
    results: planned.map(({ result }) => result),
    departures: [...Map.groupBy(ended, ({ houseId }) => houseId)].map(([houseId, of]) => ({
      houseId,
      why: { ended: of },
    })),
    audited: written.map(({ houseId, deviceId, programId, fields }) => ({
      houseId,
      changes: [`enrolment ${deviceId} ${programId} ${fields.state}`],
    })),
    write: (write) => writeEnrolments(write, scope, written, now),
  };
};
