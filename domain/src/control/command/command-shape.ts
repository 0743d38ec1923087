import type { DeviceKind, Value } from '#contract/entities/device.ts';
import type { CommandBody } from './command.ts';
import { shortened } from '../gate/gate-refusal.ts';
import type { RefusalReason } from '../gate/gate-refusal.ts';
import type { Values } from '../values.ts';

const isPlainObject = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

// Minus zero equals zero in every comparison but not in every serialization.
const isNumber = (value: unknown): value is number => Number.isFinite(value) && !Object.is(value, -0);
const isText = (value: unknown): value is string => typeof value === 'string';
const isValue = (value: unknown): value is Value =>
  isNumber(value) || isText(value) || typeof value === 'boolean';
const isParameters = (value: unknown): value is Values =>
  isPlainObject(value) && Object.values(value).every(isValue);

const BODY_SHAPE: Readonly<Record<keyof CommandBody, (value: unknown) => boolean>> = {
  mode: isText,
  fanMode: isText,
  setpoint: isNumber,
  heatSetpoint: isNumber,
  coolSetpoint: isNumber,
  parameters: isParameters,
};

export type ParsedCommand = { readonly body: CommandBody } | { readonly reason: RefusalReason };

const malformed = (field: string | null): ParsedCommand => ({ reason: { code: 'command_malformed', field } });

/**
 * The body of a command for a device of this kind, whatever was sent. Each property is read once and copied, so that a
 * getter cannot answer differently later and no unknown property comes along.
 */
export const parseCommand = (deviceKind: DeviceKind, raw: unknown): ParsedCommand => {
  if (!isPlainObject(raw)) return malformed(null);
  const { type, kind, body, ...others } = Object.fromEntries(Object.entries(raw)) as Record<string, unknown>;
  const [unknownField] = Object.keys(others);
  if (unknownField !== undefined) return malformed(shortened(unknownField));
  if (type !== 'OPERATIONAL') return malformed('type');
  if (!isText(kind)) return malformed('kind');
  if (!isPlainObject(body)) return malformed('body');
  const fields = Object.entries(body).map(([name, value]: [string, unknown]): [string, unknown] => [
    name,
    name === 'parameters' && isPlainObject(value) ? { ...value } : value,
  ]);
  const invalid = fields.find(([name, value]) => {
    const isValid = Object.entries(BODY_SHAPE).find(([field]) => field === name)?.[1];
    return isValid === undefined || !isValid(value);
  });
  if (invalid !== undefined) return malformed(shortened(invalid[0]));
  if (kind !== deviceKind) return { reason: { code: 'wrong_kind', kind: deviceKind } };
  return { body: Object.fromEntries(fields) };
};
