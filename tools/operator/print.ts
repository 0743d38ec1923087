import type { DryRun, OperatorEvent, OperatorProgram, OrderedEvent } from '#contract/entities/operator.ts';

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
    ...excluded.map((one) => `  ${one.devices} left out: ${one.reason}`),
  ].join('\n');

export const printEvent = (event: OperatorEvent): string => {
  const { counts } = event;
  return [
    `${printOrdered(event)}  ${event.programName}, ${event.startTime} to ${event.endTime}, ${event.intensity} %`,
    `  contacted ${counts.contacted}: responded ${counts.responded}, pending ${counts.pending}, no response ${counts.noResponse}, opted out ${counts.optedOut}, left out ${counts.excluded}; ${event.kwNow} kW now`,
  ].join('\n');
};
