import { MINUTE } from '#domain/time/time.ts';
import { demoRows } from '../../server/src/demo/rows.ts';
import { TYPICAL_USES, dailyUse } from '../../simulator/src/testing/typical-use.ts';
import type { FleetDevice } from '../../simulator/src/device.ts';
import { createFleet } from '../../simulator/src/fleet.ts';
import { median } from '../../bench/load.ts';

/**
 * What simulating a house for a minute costs: the step of all its devices against a bare loop of the same length over
 * arrays that does nothing but the two heat balances of the house (2R2C), rounds interleaved.
 */
const ROUNDS = 5;
const MINUTES = 1_440;

const rows = demoRows({
  now: new Date('2026-07-14T18:00:00Z'),
  passwordHash: '',
  seal: (_account, secret) => secret,
  states: new Map(),
});
const states = new Map(
  rows.deviceState.map((row) => [row.deviceId, JSON.parse(row.entries) as FleetDevice['entries']]),
);
const devices = rows.device.map(({ providerId, houseId, id, kind, mfg, type }): FleetDevice => ({
  providerId,
  houseId,
  deviceId: id,
  kind,
  mfg,
  type: type ?? null,
  entries: states.get(id) ?? null,
}));
const homes = new Set(devices.map(({ houseId }) => houseId)).size;

const bare = (): number => {
  const [air, mass, outdoor] = [0, 1, 2].map(() => new Float64Array(homes).fill(22));
  const started = performance.now();
  for (let minute = 0; minute < MINUTES; minute += 1) {
    for (let home = 0; home < homes; home += 1) {
      const [a, m, o] = [air?.[home] ?? 0, mass?.[home] ?? 0, outdoor?.[home] ?? 0];
      const toMass = 20.7 * (a - m);
      if (air && mass) {
        air[home] = a + (60 * (1.7 * (o - a) - toMass + 1.5)) / 8_620;
        mass[home] = m + (60 * (toMass + 1.5)) / 35_300;
      }
    }
  }
  return (performance.now() - started) / (MINUTES * homes);
};

const full = (): number => {
  const start = new Date('2026-07-14T18:00:00Z');
  const fleet = createFleet({ devices, seed: 'bench', start });
  const started = performance.now();
  fleet.step(new Date(start.getTime() + MINUTES * MINUTE));
  return (performance.now() - started) / (MINUTES * homes);
};

const ratios: number[] = [];
const costs: number[] = [];
for (let round = 0; round <= ROUNDS; round += 1) {
  const limit = bare();
  const cost = full();
  // The first round warms both up.
  if (round > 0) {
    ratios.push(cost / limit);
    costs.push(cost);
  }
}
const perHome = (devices.length / homes).toFixed(1);
console.log(
  `home-step (${perHome} devices) ÷ bare two-balance loop: ${median(ratios).toFixed(0)}; ${(median(costs) * 1_000).toFixed(2)} µs each`,
);

console.log('a day of each device, kWh or hours:');
for (const one of TYPICAL_USES) {
  const figure = dailyUse(one);
  const [min, max] = one.typical;
  const isTypical = figure >= min && figure <= max;
  console.log(
    `  ${one.what.padEnd(22)} ${one.month === '01' ? 'January' : 'July   '} ${figure.toFixed(1).padStart(5)}  typical ${min} to ${max}${isTypical ? '' : '  OUT OF RANGE'}`,
  );
}
