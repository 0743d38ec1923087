import type { HouseAccess } from '#contract/entities/account.ts';
import type { Note } from '#domain/provisioning/change.ts';
import type { Cells } from '#domain/provisioning/columns.ts';
import { personChange } from '#domain/provisioning/person.ts';
import type { PersonLine } from '#domain/provisioning/person.ts';
import { normalizeEmail } from '../../stores/account/account.ts';
import {
  homesOfAccounts,
  readMembers,
  readNamed,
  writeNamed,
} from '../../stores/provisioning/named-people.ts';
import type { NamedRow } from '../../stores/provisioning/named-people.ts';
import { lockHomes } from '../../stores/provisioning/stored-homes.ts';
import { givenText, resultOf } from './lines.ts';
import type { LineResult, PageContext, PlanPage, StagedLine } from './lines.ts';

const lineOf = (cells: Cells, phone: string | null | undefined): PersonLine => ({
  email: normalizeEmail(cells['email'] ?? ''),
  fields: {
    firstName: cells['first_name'],
    lastName: cells['last_name'],
    phone,
    language: typeof cells['language'] === 'string' ? cells['language'].toLowerCase() : cells['language'],
    access: (typeof cells['access'] === 'string' ? cells['access'].toLowerCase() : cells['access']) as
      | HouseAccess
      | null
      | undefined,
  },
  invite: givenText(cells, 'invite')?.toLowerCase() === 'yes',
});

interface Known {
  /** Ids, by account number. */
  readonly homes: ReadonlyMap<string, readonly string[]>;
  readonly members: Awaited<ReturnType<typeof readMembers>>;
  /** By home. */
  readonly membersOf: ReadonlyMap<string, Awaited<ReturnType<typeof readMembers>>>;
  readonly named: ReadonlyMap<string, NamedRow>;
}

interface Planned {
  readonly result: LineResult;
  readonly written: readonly (NamedRow & { readonly invites: boolean })[];
}

const keyOf = ({ houseId, email }: Pick<NamedRow, 'houseId' | 'email'>): string => `${houseId} ${email}`;

const fieldsOf = ({ houseId: _, email: __, invitedAt: ___, ...fields }: NamedRow) => fields;

const planLine = (staged: StagedLine, known: Known, { languages, acts }: PageContext): Planned => {
  const text = staged.cells['phone'];
  const phone = typeof text === 'string' ? acts.phoneOf(text) : text;
  if (typeof text === 'string' && phone === null) {
    const problems = [{ column: 'phone', code: 'not_a_phone', value: text } as const];
    return { result: resultOf(staged, 'refused', { problems }), written: [] };
  }
  const line = lineOf(staged.cells, phone);
  const { email } = line;
  const houseIds = known.homes.get(staged.cells['account_number'] ?? '') ?? [];
  const changes = houseIds.map((houseId) => {
    const row = known.named.get(keyOf({ houseId, email }));
    const stored = row ? { fields: fieldsOf(row), isInvited: row.invitedAt !== null } : null;
    const change = personChange(line, stored, { members: known.membersOf.get(houseId) ?? [], languages });
    return { houseId, invitedAt: row?.invitedAt ?? null, change };
  });
  if (changes.length === 0) {
    const problems = [{ column: 'account_number', code: 'account_unknown' } as const];
    return { result: resultOf(staged, 'refused', { problems }), written: [] };
  }
  const refusal = changes.find(({ change }) => change.outcome === 'refused')?.change;
  if (refusal?.outcome === 'refused') {
    return { result: resultOf(staged, 'refused', { problems: refusal.problems }), written: [] };
  }
  const written = changes.flatMap(({ change, houseId, invitedAt }) =>
    'fields' in change ? [{ ...change.fields, houseId, email, invitedAt, invites: change.invites }] : [],
  );
  const isElsewhere = known.members.some((one) => one.email === email && !houseIds.includes(one.houseId));
  const notes: Note[] =
    isElsewhere && written.length > 0 ? [{ column: 'email', code: 'email_elsewhere' }] : [];
  const outcomes = changes.map(({ change }) => change.outcome);
  const outcome = outcomes.includes('new') ? 'new' : outcomes.includes('changed') ? 'changed' : 'unchanged';
  return { result: resultOf(staged, outcome, { notes }), written };
};

export const planPeople: PlanPage = async (tx, context, lines) => {
  const { scope, now, acts, houseOf } = context;
  const found = await homesOfAccounts(
    tx,
    scope,
    lines.map(({ cells }) => cells['account_number'] ?? ''),
  );
  const houseIds = found.map(({ houseId }) => houseId);
  if (context.isLocked) await lockHomes(tx, scope, houseIds);
  const emails = lines.map(({ cells }) => normalizeEmail(cells['email'] ?? ''));
  const members = await readMembers(tx, scope, houseIds, emails);
  const homes = Map.groupBy(found, ({ accountNumber }) => accountNumber);
  const known: Known = {
    homes: new Map([...homes].map(([number, rows]) => [number, rows.map(({ houseId }) => houseId)])),
    members,
    membersOf: Map.groupBy(members, ({ houseId }) => houseId),
    named: new Map((await readNamed(tx, scope, houseIds)).map((row) => [keyOf(row), row])),
  };
  const planned = lines.map((staged) => planLine(staged, known, context));
  const written = planned.flatMap((one) => one.written);
  return {
    results: planned.map(({ result }) => result),
    departures: [],
    audited: written.map(({ houseId, invites }) => ({
      houseId,
      changes: [invites ? 'person invited' : 'person named'],
    })),
    write: async (write) => {
      const rows: NamedRow[] = [];
      for (const { invites, ...person } of written) {
        const isInvited = invites && (await acts.invite(write, houseOf(person.houseId), person));
        rows.push(isInvited ? { ...person, invitedAt: now } : person);
      }
      await writeNamed(write, scope, rows);
    },
  };
};
