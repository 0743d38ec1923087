import { expect, test } from 'vitest';
import type { Outgoing } from '#domain/ports/device-link.ts';
import { createFaultyLink } from '#simulator/faulty-link.ts';
import { timeoutSignal } from '../lib/clock/clock.ts';
import { guardLink } from '../links/guarded-link.ts';
import { noLink } from '../links/none.ts';
import { startApp } from '../testing/app.ts';
import { postgresOnly } from '../testing/database/databases.ts';
import { createCircuitReport } from './circuit-report.ts';

test.each(postgresOnly)(
  '%s: a link whose circuit opened is down in the metrics until a call is answered; no task of housekeeping failed',
  async (_name, open) => {
    const database = await open();
    const app = await startApp(database.db);
    const logged: string[] = [];
    const cloud = createFaultyLink({ ...noLink, name: 'cloud' });
    const link = guardLink(cloud, {
      clock: app.clock,
      timeout: timeoutSignal,
      onCircuitChange: createCircuitReport(app.metrics, (_error, what) => logged.push(what)),
    });
    const send = () => link.send({ commandId: 'one' } as Outgoing).catch(() => null);
    const lines = async () =>
      (await app.metrics.render()).split('\n').filter((line) => /^porchlight_.*link="cloud"/.test(line));

    cloud.fault({ type: 'down' });
    for (let call = 0; call < 10; call += 1) await send();
    const opened = 'porchlight_device_link_circuit_opened_total{link="cloud"} 1';
    expect(await lines()).toEqual([opened, 'porchlight_device_link_up{link="cloud"} 0']);
    expect(logged).toEqual(['calling the device link cloud']);

    cloud.fault(null);
    app.clock.advance(link.pauseMs());
    await send();
    expect(await lines()).toEqual([opened, 'porchlight_device_link_up{link="cloud"} 1']);
    expect(await app.metrics.render()).not.toMatch(/^porchlight_housekeeping_tasks_total\{/m);
    await app.close();
    await database.close();
  },
);
