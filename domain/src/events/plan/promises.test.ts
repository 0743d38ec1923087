import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Program } from '#contract/entities/program.ts';
import { passGate } from '../../control/gate/gate.ts';
import { setpointBounds } from '../../control/gate/safety.ts';
import { everyModel } from '../../control/testing/every-model.ts';
import { modelOf } from '../../manufacturers/index.ts';
import { must } from '../../testing/must.ts';
import { runs } from '../../testing/property-runs.ts';
import { MINUTE } from '../../time/time.ts';
import type { EventDevice } from '../event.ts';
import { planFor } from './plan.ts';
import { settingOf } from '../device-readings.ts';
import { spreadDelay } from './spread-delay.ts';
import { cooling, eventOf, heating, home, readingsAt, START, water } from '../testing/facts.ts';

const degrees = fc.oneof(fc.integer({ min: 55, max: 95 }), fc.double({ min: 55, max: 95, noNaN: true }));
const modes = ['off', 'cool', 'heat', 'auto', 'fan', 'dry', 'eco', 'auxHeatOnly', 'energy-saver'];
const inEvents = everyModel.filter(({ kind }) => kind === 'tstat' || kind === 'rac' || kind === 'hwh');

const anyDevice = fc
  .record({
    model: fc.constantFrom(...inEvents),
    mode: fc.nat(),
    heat: degrees,
    cool: degrees,
    hot: fc.integer({ min: 80, max: 185 }),
    least: fc.option(fc.integer({ min: 80, max: 150 })),
  })
  .map(({ model, mode, heat, cool, hot, least }): EventDevice => {
    const names = model.kind === 'hwh' ? modelOf(model).modes.map(({ name }) => name) : modes;
    const name = names[mode % Math.max(1, names.length)];
    return {
      id: 'device-1',
      ...model,
      deviceSettings: least === null ? null : [{ key: 'hwh-min-set-temperature', value: least }],
      hasLink: true,
      otherEvents: [],
      readings: readingsAt(START - MINUTE, {
        ...(name !== undefined && { 'thermostat-mode': name, 'rac-mode': name, 'hwh-set-mode': name }),
        'thermostat-fan-mode': 'auto',
        'thermostat-heat-setpoint': heat,
        'thermostat-cool-setpoint': cool,
        'rac-cool-setpoint': cool,
        'hwh-set-temperature': hot,
      }),
    };
  });

const comfort = fc.record({
  coolCeiling: fc.option(fc.integer({ min: 70, max: 90 })),
  heatFloor: fc.option(fc.integer({ min: 55, max: 70 })),
  hotWaterMinimum: fc.option(fc.integer({ min: 90, max: 190 })),
  batteryReserve: fc.constant(null),
  devicesLeftOut: fc.constant([]),
});

const programOf = (kind: EventDevice['kind'], side: boolean): Program =>
  kind === 'hwh' ? water : side ? cooling : heating;

test('[T-28] no plan breaks a promise, whatever the device, its setting, the limits and the intensity', () => {
  let planned = 0;
  fc.assert(
    fc.property(
      anyDevice,
      comfort,
      fc.boolean(),
      fc.boolean(),
      fc.oneof(fc.integer({ min: -100, max: 5_000 }), fc.constant(Number.NaN)),
      (device, limits, side, eased, intensity) => {
        const program = programOf(device.kind, side);
        const event = eventOf(program, { kind: device.kind, intensity });
        const plan = planFor(event, device, { ...home, comfort: limits }, START - MINUTE, {
          eased,
        });
        if ('excluded' in plan) return;
        planned += 1;
        const standing = settingOf(device);
        const [ceiling, floor] = [limits.coolCeiling ?? 82, limits.heatFloor ?? 64];
        for (const { phase, command } of plan.steps) {
          const { mode, ...others } = command;
          must(mode === undefined || mode === standing.mode, 'a mode other than the reported one');
          must(!('parameters' in others), 'parameters');
          const approved = passGate({
            device,
            command: { type: 'OPERATIONAL', kind: device.kind, body: command },
            sender: { origin: phase === 'after' ? 'restore' : 'event' },
          });
          must('approved' in approved, `the gate refuses ${JSON.stringify(approved)}`);
          for (const field of plan.moved) {
            const [value, before] = [Number(command[field]), Number(standing[field])];
            if (phase === 'after') must(value === before, 'the return is not what held before');
            else if (field === 'setpoint') {
              const least = Math.max(110, limits.hotWaterMinimum ?? 0, setpointBounds(device)?.min ?? 0);
              must(value < before, 'hot water is raised');
              must(value >= least, 'hot water below what model, home or anybody needs');
            } else {
              const move = (value - before) * (program.side === 'cool' ? 1 : -1);
              must(phase === 'before' ? move < 0 && move >= -2.001 : move > 0.999 && move <= 4.001, 'shift');
              must(move < 0 || value <= Math.max(ceiling, before), 'ceiling');
              must(value <= ceiling || value < before, 'above the ceiling');
              must(value >= floor || value > before, 'below the floor');
            }
          }
        }
      },
    ),
    { numRuns: runs(40_000) },
  );
  expect(planned).toBeGreaterThan(runs(40_000) / 50);
});

test('the spread is even: every tenth of it has its share of devices', () => {
  const tenths = Array.from({ length: 10 }, () => 0);
  for (let device = 0; device < 10_000; device += 1) {
    const tenth = spreadDelay('event', `device-${device}`, 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  expect(tenths).toHaveLength(10);
  expect(Math.min(...tenths)).toBeGreaterThan(850);
  expect(Math.max(...tenths)).toBeLessThan(1_150);
});
