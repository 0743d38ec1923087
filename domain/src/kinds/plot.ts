/** The quantity of an axis; decides its unit, the conversion into it, and how many digits are shown. */
export type AxisMeasure =
  | 'temperature'
  | 'watts'
  | 'kilowatts'
  | 'kilowatt-hours'
  | 'percent'
  | 'seconds'
  | 'level';

/** How the range of an axis follows from the values on it. */
export type AxisRule =
  /** From zero, below it where values are; up to `least` where all values are lower. */
  | { readonly type: 'from-zero'; readonly least?: number }
  /** Around the values, with so much padding on both sides. */
  | { readonly type: 'padded'; readonly by: number }
  /** From zero to the next multiple. */
  | { readonly type: 'multiple'; readonly of: number }
  /** From zero to the next whole number, or to `empty` where nothing is above zero. */
  | { readonly type: 'rounded-up'; readonly empty: number }
  | { readonly type: 'fixed'; readonly range: readonly [min: number, max: number] }
  /** One row for each level. */
  | { readonly type: 'names' };

export interface Axis {
  readonly measure: AxisMeasure;
  readonly rule: AxisRule;
}

export type Target = 'heat' | 'cool' | 'either';

export interface PlotSeries {
  /** The resource it is drawn from. */
  readonly key: string;
  /** Its wording stands under `plot.series.<name>`. */
  readonly name: string;
  /** On the second axis. */
  readonly second?: true;
  /** It holds its value until the next point. */
  readonly steps?: true;
  /** Averaged over so many points. */
  readonly window?: number;
  /** Where the energy of each day is shown, that of this power is a line beside the bars of the meter. */
  readonly byDay?: true;
  /** There it is drawn only when asked for. */
  readonly byDayOptional?: true;
  /** Drawn only for models that hold such a setpoint. */
  readonly setpoint?: 'heat' | 'cool';
  /** A target: what the device does to reach it; either: heats or cools, as its mode says. Set by `plotsOf`. */
  readonly target?: Target;
}

export interface Plot {
  /** Its wording stands under `plot.title.<id>`. */
  readonly id: string;
  readonly axis: Axis;
  readonly second?: Axis;
  readonly series: readonly PlotSeries[];
  /** A plot of levels instead of numbers: where their names come from. Of equipment several hold at once. */
  readonly levels?: 'modes' | 'equipment';
  /** It is a lane above the values of the plot with this id, where the device has that. */
  readonly laneOf?: string;
  /** A week and a month show the mean and the range of each day instead of the readings. */
  readonly byDayRange?: true;
  /** A week and a month show the energy of each day as bars instead; the first series is the power at the kind's meter. */
  readonly byDayEnergy?: true;
  /** Shown only for makers whose `plots` column turns it on. */
  readonly onRequest?: true;
}
