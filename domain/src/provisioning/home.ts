import { isTimeZone } from '../time/time-zone.ts';
import { UNCHANGED, differences, refused } from './change.ts';
import type { Given, Note, Problem, Refused, Unchanged } from './change.ts';

/** What a utility says of a home. */
export interface HomeFields {
  readonly address: string;
  readonly city: string | null;
  readonly zipcode: string | null;
  readonly country: string | null;
  readonly timezone: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly meterId: string | null;
  readonly feeder: string | null;
  readonly substation: string | null;
  readonly groupName: string | null;
  /** Somebody depends on a medical device. */
  readonly lifeSupport: boolean;
  /** The household lets events feed the grid from its battery, and charge it from there. */
  readonly mayExport: boolean;
  readonly mayChargeFromGrid: boolean;
}

export interface HomeLine {
  readonly accountNumber?: string | undefined;
  /** Given: the same household has another number from now on. */
  readonly previousAccountNumber?: string | undefined;
  readonly status?: 'active' | 'closed' | undefined;
  /** ms. */
  readonly moveInDate?: number | undefined;
  readonly fields: Given<HomeFields>;
}

export interface StoredHome {
  readonly fields: HomeFields;
  readonly isClosed: boolean;
  /** Of the household that lives there, or lived there last; null: not known. */
  readonly accountNumber: string | null;
}

interface OfHome {
  readonly set: Partial<HomeFields>;
  readonly notes: readonly Note[];
}

export type HomeChange =
  | Unchanged
  | Refused
  | {
      readonly outcome: 'new';
      readonly fields: HomeFields;
      readonly accountNumber: string;
      readonly notes: readonly Note[];
    }
  /** `accountNumber`: the number of the household is written, and nobody moves. */
  | ({
      readonly outcome: 'changed';
      readonly accountNumber: string | null;
      readonly closes: boolean;
    } & OfHome)
  /** Another household moves in; the one before it ends. */
  | ({ readonly outcome: 'moved'; readonly accountNumber: string } & OfHome);

export interface HomeContext {
  /** ms. */
  readonly now: number;
  /** Of other homes with the same postal code; null: none is known. */
  readonly zoneOfPostalCode: string | null;
  /** It is said that another household moves in, also where the number of the one before is not known. */
  readonly isMove?: boolean | undefined;
}

const EMPTY: Omit<HomeFields, 'address' | 'timezone'> = {
  city: null,
  zipcode: null,
  country: null,
  latitude: null,
  longitude: null,
  meterId: null,
  feeder: null,
  substation: null,
  groupName: null,
  lifeSupport: false,
  mayExport: false,
  mayChargeFromGrid: false,
};

/** What a home cannot be without, by the columns that give it. */
const NEEDED = { address: 'address', zipcode: 'postal_code', timezone: 'timezone' } as const;

/** Either yes or no, by the columns that give it. */
const YES_OR_NO = {
  lifeSupport: 'life_support',
  mayExport: 'may_export',
  mayChargeFromGrid: 'may_charge_from_grid',
} as const;

const problemsOf = ({ fields, moveInDate }: HomeLine, now: number): Problem[] => {
  const cleared = Object.entries({ ...NEEDED, ...YES_OR_NO } as const).flatMap(([field, column]): Problem[] =>
    fields[field as keyof HomeFields] === null ? [{ column, code: 'not_clearable' }] : [],
  );
  const { timezone } = fields;
  return [
    ...cleared,
    ...(typeof timezone === 'string' && !isTimeZone(timezone)
      ? [{ column: 'timezone', code: 'zone_unknown', value: timezone } as const]
      : []),
    ...(moveInDate !== undefined && moveInDate > now
      ? [{ column: 'move_in_date', code: 'move_in_future' } as const]
      : []),
  ];
};

const notesOfNew = ({ fields }: HomeLine, timezone: string): Note[] => [
  ...(fields.timezone ? [] : [{ column: 'timezone', code: 'zone_derived', value: timezone } as const]),
  // Its weather is looked up by the code.
  ...(typeof fields.latitude === 'number' && typeof fields.longitude === 'number'
    ? []
    : [{ column: 'latitude', code: fields.country ? 'place_derived' : 'place_unknown' } as const]),
];

const newHome = (line: HomeLine, { zoneOfPostalCode }: HomeContext): HomeChange => {
  const { accountNumber } = line;
  const { address, zipcode } = line.fields;
  const timezone = line.fields.timezone ?? zoneOfPostalCode;
  if (!accountNumber || !address || !zipcode || !timezone) {
    const columns = { account_number: accountNumber, address, postal_code: zipcode, timezone };
    return refused(
      ...Object.entries(columns).flatMap(([column, value]): Problem[] =>
        value ? [] : [{ column, code: 'missing' }],
      ),
    );
  }
  const given = Object.fromEntries(Object.entries(line.fields).filter(([, value]) => value !== undefined));
  return {
    outcome: 'new',
    fields: { ...EMPTY, ...given, address, timezone },
    accountNumber,
    notes: notesOfNew(line, timezone),
  };
};

/** What one line about a home does to it, for the dry run and for the change itself. */
export const homeChange = (line: HomeLine, stored: StoredHome | null, context: HomeContext): HomeChange => {
  const problems = problemsOf(line, context.now);
  if (problems.length > 0) return refused(...problems);
  // What nobody told of while it was open has nothing to end.
  if (!stored) return line.status === 'closed' ? UNCHANGED : newHome(line, context);
  const { accountNumber, previousAccountNumber, status } = line;
  const set = differences(line.fields, stored.fields);
  const notes: Note[] =
    set.lifeSupport === false ? [{ column: 'life_support', code: 'life_support_cleared' }] : [];
  const isOther = accountNumber !== undefined && accountNumber !== stored.accountNumber;
  const isRenamed = isOther && previousAccountNumber !== undefined;
  if (isRenamed && previousAccountNumber !== stored.accountNumber) {
    return refused({ column: 'previous_account_number', code: 'account_number_differs' });
  }
  const movesIn = isOther && !isRenamed && (stored.accountNumber !== null || context.isMove === true);
  const opens = stored.isClosed && status === 'active';
  if (status !== 'closed' && accountNumber !== undefined && (movesIn || opens)) {
    // What the household before allowed does not hold for the next one.
    const { mayExport = false, mayChargeFromGrid = false } = line.fields;
    const moved = differences({ ...line.fields, mayExport, mayChargeFromGrid }, stored.fields);
    return { outcome: 'moved', set: moved, accountNumber, notes };
  }
  // Who moves out for good is not followed by anybody.
  if (movesIn) return refused({ column: 'account_number', code: 'account_number_differs' });
  if (opens) return refused({ column: 'account_number', code: 'missing' });
  const closes = status === 'closed' && !stored.isClosed;
  if (!isOther && !closes && Object.keys(set).length === 0) return UNCHANGED;
  return { outcome: 'changed', set, accountNumber: isOther ? accountNumber : null, closes, notes };
};
