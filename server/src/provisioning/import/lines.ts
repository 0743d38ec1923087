import type { Note, Problem } from '#domain/provisioning/change.ts';
import type { Cells, ImportKind } from '#domain/provisioning/columns.ts';
import type { HouseAccess, Language } from '#contract/entities/account.ts';
import type { Program } from '#contract/entities/program.ts';
import type { Db } from '../../db/connection.ts';
import type { HouseDataScope, ProviderScope } from '../../lib/scope/scope.ts';
import type { ImportCounts } from '../../stores/provisioning/imports.ts';

export interface StagedLine {
  readonly line: number;
  readonly cells: Cells;
  /** Found when the file was read. */
  readonly problems: readonly Problem[];
}

export interface LineResult {
  readonly line: number;
  readonly outcome: Exclude<keyof ImportCounts, 'missing' | 'lifeSupportCleared'>;
  readonly problems: readonly Problem[];
  readonly notes: readonly Note[];
  /** Names of what changes. */
  readonly changes: readonly string[];
}

/** What follows from lines outside of provisioning, in the transaction of their page. */
export interface PageActs {
  /** A number of the provider's country that can get texts, as the telephone network writes it; null: it is none. */
  readonly phoneOf: (text: string) => string | null;
  /** Sends a code by mail; false: it was not. */
  readonly invite: (tx: Db, house: HouseDataScope, person: InvitedPerson) => Promise<boolean>;
  /** Before the house is locked. True: devices were in events. */
  readonly leaveEvents: (tx: Db, house: HouseDataScope, why: Departure['why']) => Promise<boolean>;
  /** Ends the household, which `end` writes, and tells its people. */
  readonly endHousehold: (tx: Db, house: HouseDataScope, end: (tx: Db) => Promise<void>) => Promise<void>;
}

/** Devices of a house leave the events that come or run. */
export interface Departure {
  readonly houseId: string;
  readonly why:
    | 'moved'
    | 'closed'
    | 'life_support'
    | { readonly removed: readonly string[] }
    | { readonly ended: readonly { readonly deviceId: string; readonly programId: string }[] };
}

export interface InvitedPerson {
  readonly email: string;
  readonly access: HouseAccess;
  readonly language: Language | null;
}

/** What lines are compared with, and where they come from. */
export interface PageContext {
  readonly scope: ProviderScope;
  readonly now: Date;
  readonly programs: readonly Program[];
  /** Names of the device links that can be used. */
  readonly links: readonly string[];
  readonly newId: () => string;
  readonly houseOf: (houseId: string) => HouseDataScope;
  readonly languages: readonly Language[];
  readonly acts: PageActs;
  /** What is compared stays as it is until the transaction ends. */
  readonly isLocked: boolean;
  /** It is said that other households move in. */
  readonly isMove?: boolean | undefined;
}

/** A page of lines that was compared with what is stored, and how to write what differs. */
export interface PlannedPage {
  readonly results: readonly LineResult[];
  /** `inEvents`: ids of houses that had devices in events. */
  readonly write: (tx: Db, inEvents: ReadonlySet<string>) => Promise<void>;
  /** Come before the write, and before houses are locked. */
  readonly departures: readonly Departure[];
  /** Houses that are changed, with the names of what changes. */
  readonly audited: readonly { readonly houseId: string; readonly changes: readonly string[] }[];
  /** Houses that are added; of a file the upload tells enough. */
  readonly added?: readonly string[];
}

export type PlanPage = (tx: Db, context: PageContext, lines: readonly StagedLine[]) => Promise<PlannedPage>;
export type Planners = Readonly<Record<ImportKind, PlanPage>>;

export const resultOf = (
  { line }: Pick<StagedLine, 'line'>,
  outcome: LineResult['outcome'],
  more: Partial<Omit<LineResult, 'line' | 'outcome'>> = {},
): LineResult => ({ line, outcome, problems: [], notes: [], changes: [], ...more });

/** Of a cell that cannot be cleared. */
export const givenText = (cells: Cells, column: string): string | undefined => cells[column] ?? undefined;
