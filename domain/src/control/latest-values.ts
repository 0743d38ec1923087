import type { RealtimeEntry, Value } from '#contract/entities/device.ts';

/** The newest value of each resource of a device. */
export interface LatestValues {
  readonly text: (key: string) => string | null;
  readonly number: (key: string) => number | null;
  readonly flag: (key: string) => boolean | null;
  /** When the device reported the resource; null: never. */
  readonly timeOf: (key: string) => Date | null;
  /** When the device last reported; null: never. */
  readonly reportedAt: Date | null;
  readonly status: 'ONLINE' | 'OFFLINE' | 'UNKNOWN';
}

const TRUE_WORDS = ['true', '1', 'yes', 'HOME'];

export const latestValuesOf = (entries: readonly RealtimeEntry[]): LatestValues => {
  const values = new Map<string, Value | null>(entries.map(({ key, value }) => [key, value]));
  // OFFLINE is reported by the maker's cloud, not by the device.
  const fromDevice = entries.filter((entry) => entry.status !== 'OFFLINE');
  const newest = Math.max(...fromDevice.map(({ time }) => Date.parse(time)));
  const times = new Map(entries.map(({ key, time }) => [key, Date.parse(time)]));
  const value = (key: string): Value | null => values.get(key) ?? null;
  const status = entries.find(({ key }) => key === 'status')?.status;
  return {
    text: (key) => (value(key) === null ? null : String(value(key))),
    number: (key) => {
      const raw = value(key);
      // An empty text would read as zero.
      const number = typeof raw === 'string' && raw.trim() === '' ? Number.NaN : Number(raw);
      return raw === null || !Number.isFinite(number) ? null : number;
    },
    flag: (key) => (value(key) === null ? null : TRUE_WORDS.includes(String(value(key)))),
    timeOf: (key) => {
      const time = times.get(key) ?? Number.NaN;
      return value(key) === null || Number.isNaN(time) ? null : new Date(time);
    },
    reportedAt: Number.isFinite(newest) ? new Date(newest) : null,
    status: status ?? 'UNKNOWN',
  };
};
