import type { DryRun, OperatorEvent, OperatorProgram, OrderedEvent } from '#contract/entities/operator.ts';
import type { Inquiry, MessageDryRun } from '#contract/entities/operator-message.ts';
import type { BalancePage, HouseBalance, ParticipationPage, Payment } from '#contract/entities/settlement.ts';
import { csvLines, csvOf } from '#domain/text/csv.ts';

type Cell = string | number | boolean | null;

/** A table with a row of names, a part for each page. */
const toCsv = async function* <P, Row extends Readonly<Record<string, Cell>>>(
  columns: readonly (keyof Row & string)[],
  pages: AsyncIterable<P>,
  rowsOf: (page: P) => readonly Row[],
): AsyncGenerator<string> {
  const cellOf = (value: Cell = null) => (typeof value === 'boolean' ? String(value) : value);
  yield csvOf([columns]);
  for await (const page of pages) {
    const rows = rowsOf(page).map((row) => columns.map((name) => cellOf(row[name])));
    if (rows.length > 0) yield csvLines(rows);
  }
};

/** Whose a row is. */
const ACCOUNT_HOLDER = ['premiseId', 'accountNumber', 'feeder', 'group', 'houseId'] as const;

const stateOf = ({ state, cancelledAt }: OrderedEvent): string =>
  cancelledAt === null || state === 'cancelled' ? state : `${state}, being cancelled`;

export const printOrdered = (event: OrderedEvent): string => `${event.id}  ${event.type}  ${stateOf(event)}`;

export const printProgram = ({ id, name, kinds, limits, season, hours, groups }: OperatorProgram): string =>
  [
    `${id}: ${name} (${kinds.join(', ')})`,
    `  at most ${limits.longestMinutes} minutes, ${limits.perDay} a day, ${limits.perSeason} a season; notice ${limits.leastNoticeMinutes} minutes`,
    `  season ${season ? `${season.from} to ${season.to}` : 'all year'}, hours ${hours ? `${hours.from} to ${hours.to}` : 'all day'}`,
    `  groups ${groups.join(' ') || 'none'}`,
  ].join('\n');

export const printDryRun = ({ homes, devices, kw, excluded, limits }: DryRun): string =>
  [
    `${devices} devices in ${homes} homes, about ${kw} kW (you may start ${limits.largestHomes} homes, ${limits.largestKw} kW)`,
    ...excluded.map(
      (one) => `  ${one.devices} left out: ${one.reason}${one.mayJoin ? ', may still join' : ''}`,
    ),
  ].join('\n');

const powerLines = ({ targetKw, cutNow, delivered }: OperatorEvent): string[] => {
  const figures = [
    ...(targetKw === null ? [] : [`target ${targetKw} kW`]),
    ...(cutNow === null
      ? []
      : [`about ${cutNow.kw} kW less than usual now, by ${cutNow.heard} of ${cutNow.of} devices heard`]),
    ...(delivered === null ? [] : [`delivered ${delivered.kwh} kWh, ${delivered.kw} kW`]),
  ];
  return figures.length === 0 ? [] : [`  ${figures.join('; ')}`];
};

export const printEvent = (event: OperatorEvent): string => {
  const { counts } = event;
  return [
    `${printOrdered(event)}  ${event.programName}, ${event.startTime} to ${event.endTime}, ${event.intensity} %`,
    `  enrolled ${counts.enrolled}, excluded ${counts.excluded}, left before ${counts.leftBefore}`,
    `  contacted ${counts.contacted}: responded ${counts.responded}, pending ${counts.pending}, no response ${counts.noResponse}, opted out ${counts.optedOut}`,
    ...powerLines(event),
    ...Object.entries(event.cause ?? {}).map(([language, words]) => `  cause (${language}): ${words}`),
  ].join('\n');
};

/** The moment stands in every row: marking as paid needs it. */
export const printBalances = (
  pages: AsyncIterable<BalancePage>,
  rowsOf: (page: BalancePage) => readonly (HouseBalance & { readonly asOf: string })[],
): AsyncIterable<string> =>
  toCsv(
    [
      ...ACCOUNT_HOLDER,
      'address',
      'programId',
      'currency',
      'accrued',
      'confirmed',
      'reversed',
      'paid',
      'asOf',
    ],
    pages,
    rowsOf,
  );

export const printPayment = ({ houses, amounts }: Payment): string =>
  amounts.length === 0
    ? 'Nothing was left to mark.'
    : `Marked as paid for ${houses} homes: ${amounts.map(({ amount, currency }) => `${(amount / 100).toFixed(2)} ${currency}`).join(', ')}.`;

export const printParticipation = (pages: AsyncIterable<ParticipationPage>): AsyncIterable<string> =>
  toCsv(
    [
      ...ACCOUNT_HOLDER,
      'deviceId',
      'kind',
      'outcome',
      'excluded',
      'contacted',
      'eased',
      'optOutAt',
      'optOutCause',
      'version',
      'state',
      'rule',
      'estimated',
      'baselineWh',
      'actualWh',
      'reductionWh',
      'noResult',
    ],
    pages,
    ({ rows }) => rows,
  );

export const countOf = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

export const printMessageDryRun = ({ homes, people, mail, sms, voice, previews }: MessageDryRun): string =>
  [
    ...previews.flatMap(({ language, subject, plainTextBody }) => [
      `[${language}] ${subject}`,
      plainTextBody,
      '',
    ]),
    `${countOf(people, 'person', 'people')} in ${countOf(homes, 'home', 'homes')}; besides ${mail} by mail, ${sms} by text, ${voice} by call`,
  ].join('\n');

export const printInquiry = ({
  id,
  createdAt,
  name,
  email,
  houseId,
  address,
  subject,
  text,
  answeredAt,
}: Inquiry): string =>
  [
    `${id}  ${createdAt}  ${name} <${email}>, home ${houseId}, ${address}${answeredAt === null ? '' : `  answered ${answeredAt}`}`,
    subject,
    text,
  ].join('\n');
