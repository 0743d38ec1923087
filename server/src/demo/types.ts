import type { OperatorLimits } from '#contract/entities/operator.ts';
import type { PhoneNumber, Role } from '#contract/entities/account.ts';
import type { DeviceKind, DeviceSettingKey, Value } from '#contract/entities/device.ts';
import type { House } from '#contract/entities/house.ts';
import type { kinds } from '#domain/kinds/index.ts';

/** What the people of the demo read. */
export type DemoLanguage = 'en' | 'es';

type ProviderId = 'sunvale' | 'harbour' | 'maple';

export interface DemoHouse extends Omit<House, 'id' | 'programParticipants'> {
  readonly providerId: ProviderId;
  readonly number: number;
  readonly programs: readonly string[];
  /** Events may feed the grid from its battery; absent: they may not. */
  readonly mayExport?: true;
}

type Resources<K extends DeviceKind> = (typeof kinds)[K]['resources'];
type PropertyOf<R> = R extends { readonly property: infer P extends string } ? P : never;
type ValueOf<R> = R extends { readonly measure: 'flag' }
  ? boolean
  : R extends { readonly measure: 'choice' | 'text' }
    ? string
    : number;

/** Readings by the property names of the kind's table; what a maker cannot know is left out. */
export type DescribedValues<K extends DeviceKind> = {
  readonly [R in Exclude<keyof Resources<K>, 'status'> as PropertyOf<Resources<K>[R]>]?: ValueOf<
    Resources<K>[R]
  >;
};

export type DemoSettings = Readonly<Partial<Record<DeviceSettingKey, Value>>>;

interface CommonFields {
  /** Unique in its house; the device's id follows from both. */
  readonly key: string;
  readonly mfg: string;
  readonly type?: string;
  readonly name?: string;
  readonly settings?: DemoSettings;
  /** Last reported on the evening before. */
  readonly offline?: true;
  /** A thermostat whose readings describe summer; in cold weather it heats instead. */
  readonly seasonal?: true;
}

export type DemoDevice = {
  /** null: it has never reported. */
  [K in DeviceKind]: CommonFields & { readonly kind: K; readonly readings: DescribedValues<K> | null };
}[DeviceKind];

export interface DemoAccount {
  readonly email: string;
  readonly providerId: ProviderId;
  readonly firstName: string;
  readonly lastName: string;
  readonly alias: string | null;
  readonly language: DemoLanguage | null;
  readonly hasPassword: boolean;
  readonly totpSecret: string | null;
  readonly active: boolean;
  /** Houses by key. */
  readonly roles: readonly { readonly role: Role['role']; readonly house: string }[];
  /** What it may start as an operator of its provider. */
  readonly operator?: OperatorLimits;
  readonly phones: readonly PhoneNumber[];
}

export interface Household {
  readonly key: string;
  readonly house: DemoHouse;
  readonly devices: readonly DemoDevice[];
}
