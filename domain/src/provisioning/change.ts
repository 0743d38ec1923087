/** Of a line: undefined leaves what is stored, null clears it. */
export type Given<T> = { readonly [K in keyof T]?: T[K] | null | undefined };

/** Why a line is refused; each has its sentence. */
export type ProblemCode =
  | 'missing'
  | 'not_clearable'
  | 'zone_unknown'
  | 'account_number_differs'
  | 'move_in_future'
  | 'home_unknown'
  | 'home_closed'
  | 'link_unknown'
  | 'device_elsewhere'
  | 'device_fixed'
  | 'device_unknown'
  | 'replaces_other_kind'
  | 'maker_unknown'
  | 'kind_not_of_maker'
  | 'program_unknown'
  | 'kind_not_in_program'
  | 'other_program'
  | 'until_before_from'
  | 'not_a_number'
  | 'not_yes_or_no'
  | 'not_a_choice'
  | 'not_a_date'
  | 'unfit_text'
  | 'only_dots'
  | 'too_many_cells'
  | 'twice'
  | 'not_an_email'
  | 'not_a_phone'
  | 'account_unknown'
  | 'home_has_owner'
  | 'person_decides';

export interface Problem {
  /** As the file and the calls name it. */
  readonly column: string;
  readonly code: ProblemCode;
  /** What was found instead; shown in the sentence. */
  readonly value?: string;
}

/** What is worth a word although the line is taken. */
export interface Note {
  readonly column: string;
  readonly code:
    | 'zone_derived'
    | 'place_derived'
    | 'place_unknown'
    | 'model_generic'
    | 'life_support_cleared'
    | 'email_elsewhere';
  readonly value?: string;
}

export interface Refused {
  readonly outcome: 'refused';
  readonly problems: readonly Problem[];
}

export interface Unchanged {
  readonly outcome: 'unchanged';
}

export const UNCHANGED: Unchanged = { outcome: 'unchanged' };

export const refused = (...problems: readonly Problem[]): Refused => ({ outcome: 'refused', problems });

/** The given values that differ from the stored ones. */
export const differences = <T extends object>(given: Given<T>, stored: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(given).filter(([key, value]) => value !== undefined && value !== stored[key as keyof T]),
  ) as Partial<T>;
