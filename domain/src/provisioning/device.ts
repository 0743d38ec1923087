import type { DeviceKind } from '#contract/entities/device.ts';
import { hasModel, isMaker, makerOf } from '../manufacturers/index.ts';
import { UNCHANGED, differences, refused } from './change.ts';
import type { Note, Problem, Refused, Unchanged } from './change.ts';

export interface DeviceFields {
  readonly kind: DeviceKind;
  readonly mfg: string;
  readonly type: string | null;
  readonly name: string | null;
  /** ms; null: not known. */
  readonly installedAt: number | null;
}

export interface DeviceLine {
  readonly link: string;
  readonly kind?: DeviceKind | undefined;
  readonly mfg?: string | undefined;
  readonly type?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly installedAt?: number | null | undefined;
  readonly status?: 'active' | 'removed' | undefined;
  /** Id of the device that this one takes the place of. */
  readonly replaces?: string | undefined;
}

/** The device that another one takes the place of. */
export interface ReplacedDevice {
  readonly deviceId: string;
  readonly kind: DeviceKind;
  readonly name: string | null;
  readonly isRemoved: boolean;
}

export interface DeviceContext {
  /** unknown: the provider has no such home. */
  readonly home: 'open' | 'closed' | 'unknown';
  /** The device is in another home of the provider. */
  readonly isElsewhere: boolean;
  /** It was in this home and is not any more. */
  readonly wasRemoved: boolean;
  /** Of this home; null: the line names none, or it has no such device. */
  readonly replaced: ReplacedDevice | null;
  /** Names of links that can be used. */
  readonly links: readonly string[];
}

export type DeviceChange =
  | Unchanged
  | Refused
  | {
      readonly outcome: 'new';
      readonly fields: DeviceFields;
      readonly notes: readonly Note[];
      /** The device whose schedules and programs it takes over; null: none. */
      readonly takesOver: string | null;
    }
  | {
      readonly outcome: 'changed';
      readonly set: Partial<DeviceFields>;
      readonly notes: readonly Note[];
      readonly takesOver: string | null;
    }
  | { readonly outcome: 'removed' };

const HOME_PROBLEMS = { closed: 'home_closed', unknown: 'home_unknown' } as const;

const problemsOf = (line: DeviceLine, { home, isElsewhere, links, replaced }: DeviceContext): Problem[] => [
  // Out of a home that was closed devices are taken, to be elsewhere.
  ...(home === 'open' || (home === 'closed' && line.status === 'removed')
    ? []
    : [{ column: 'premise_id', code: HOME_PROBLEMS[home] } as const]),
  ...(line.status === 'removed' || links.includes(line.link)
    ? []
    : [{ column: 'link', code: 'link_unknown', value: line.link } as const]),
  ...(isElsewhere ? [{ column: 'maker_device_id', code: 'device_elsewhere' } as const] : []),
  ...(line.mfg === undefined || isMaker(line.mfg)
    ? []
    : [{ column: 'maker', code: 'maker_unknown', value: line.mfg } as const]),
  ...(line.replaces !== undefined && home === 'open' && replaced === null
    ? [{ column: 'replaces', code: 'device_unknown' } as const]
    : []),
];

const notesOf = (device: Pick<DeviceFields, 'kind' | 'mfg' | 'type'>): Note[] =>
  hasModel(device) ? [] : [{ column: 'model', code: 'model_generic', value: device.type ?? '' }];

const newDevice = (line: DeviceLine, { replaced }: DeviceContext): DeviceChange => {
  const { kind, mfg, type = null, installedAt = null } = line;
  if (kind === undefined) return refused({ column: 'kind', code: 'missing' });
  if (mfg === undefined) return refused({ column: 'maker', code: 'missing' });
  if (makerOf(mfg).models[kind] === undefined) {
    return refused({ column: 'kind', code: 'kind_not_of_maker', value: kind });
  }
  if (replaced && replaced.kind !== kind) {
    return refused({ column: 'replaces', code: 'replaces_other_kind', value: replaced.kind });
  }
  const { name = replaced?.name ?? null } = line;
  const fields = { kind, mfg, type, name, installedAt };
  return { outcome: 'new', fields, notes: notesOf(fields), takesOver: replaced?.deviceId ?? null };
};

/**
 * What one line about a device does to it. Kind and maker stay: commands that are safe for one are not for another, so another
 * device is a new one, which can take the place of the one before.
 */
export const deviceChange = (
  line: DeviceLine,
  stored: DeviceFields | null,
  context: DeviceContext,
): DeviceChange => {
  const problems = problemsOf(line, context);
  if (problems.length > 0) return refused(...problems);
  if (line.status === 'removed') {
    if (stored) return { outcome: 'removed' };
    return context.wasRemoved ? UNCHANGED : refused({ column: 'maker_device_id', code: 'device_unknown' });
  }
  if (!stored) return newDevice(line, context);
  const { kind = stored.kind, mfg = stored.mfg, type, name, installedAt } = line;
  if (kind !== stored.kind) return refused({ column: 'kind', code: 'device_fixed', value: stored.kind });
  if (mfg !== stored.mfg) return refused({ column: 'maker', code: 'device_fixed', value: stored.mfg });
  const { replaced } = context;
  if (replaced && replaced.kind !== kind) {
    return refused({ column: 'replaces', code: 'replaces_other_kind', value: replaced.kind });
  }
  // Whose place it has taken is removed.
  const takesOver = replaced?.isRemoved === false ? replaced : null;
  const taken = stored.name ?? takesOver?.name ?? undefined;
  const set = differences<Omit<DeviceFields, 'kind' | 'mfg'>>(
    { type, name: name ?? (name === null ? null : taken), installedAt },
    stored,
  );
  if (Object.keys(set).length === 0 && takesOver === null) return UNCHANGED;
  return {
    outcome: 'changed',
    set,
    notes: 'type' in set ? notesOf({ ...stored, ...set }) : [],
    takesOver: takesOver?.deviceId ?? null,
  };
};
