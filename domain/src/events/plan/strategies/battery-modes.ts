import { RATE_WATTS } from '../../../manufacturers/sis.ts';
import type { DeviceModel } from '../../../manufacturers/index.ts';

/** A mode that events set, with its parameters. */
export interface DispatchMode {
  readonly mode: string;
  readonly parameters?: Readonly<Record<string, number | boolean | string>>;
  /** The parameter that takes a rate, in W; absent: it runs at whatever rate it chooses. */
  readonly rate?: string;
  /** Other modes in which the battery does the same. */
  readonly same?: readonly string[];
}

/** How events use a battery. */
export interface Dispatch {
  /** W that it gives or takes at most. */
  readonly greatestPower: number;
  /** It runs the house, and feeds nothing of its charge to the grid. */
  readonly serve: DispatchMode;
  /** It feeds the grid as well; absent: it cannot be told to. */
  readonly export?: DispatchMode;
  readonly chargeFromSun?: DispatchMode;
  readonly chargeFromGrid?: DispatchMode;
}

interface Row {
  /** Its only model that events can use; absent: all. */
  readonly type?: string;
  readonly dispatch: Dispatch;
}

const sis: Row = {
  dispatch: {
    greatestPower: RATE_WATTS[1],
    serve: { mode: 'DISPATCH_BYSITEDEMAND', parameters: { siteMeterReading: 0 }, rate: 'limitPower' },
    export: { mode: 'DISPATCH_BYPOWER', rate: 'watts', same: ['DISPATCH_BYCURRENT'] },
    chargeFromSun: { mode: 'CHARGEFROMPV' },
    chargeFromGrid: { mode: 'CHARGEFROMGRID_BYPOWER', rate: 'watts', same: ['CHARGEFROMGRID_BYCURRENT'] },
  },
};

/**
 * By maker. Only the documents of sis name a rating: of the others it is that of the largest home battery, or of the largest
 * inverter it is sold with. A table of its own, because the makers' table is part of the portal's first view.
 */
const ROWS: Readonly<Partial<Record<string, Row>>> = {
  pika: { dispatch: { greatestPower: 9_000, serve: { mode: 'SELF_SUPPLY' }, export: { mode: 'SELL' } } },
  sis,
  solaredge: { dispatch: { greatestPower: 11_400, serve: { mode: 'maximizeSelfConsumption' } } },
  sonnen: {
    type: 'SA-063',
    dispatch: {
      greatestPower: 8_000,
      serve: { mode: 'AUTOMATIC_SELF_CONSUMPTION', same: ['SELF_CONSUMPTION_US'] },
    },
  },
  sunverge: sis,
  tesla: { dispatch: { greatestPower: 11_500, serve: { mode: 'self-consumption' } } },
};

/** How events use a battery of this model; null: they cannot. */
export const dispatchOf = ({ mfg, type }: Pick<DeviceModel, 'mfg' | 'type'>): Dispatch | null => {
  const row = Object.hasOwn(ROWS, mfg) ? ROWS[mfg] : undefined;
  return row !== undefined && (row.type === undefined || row.type === type) ? row.dispatch : null;
};
