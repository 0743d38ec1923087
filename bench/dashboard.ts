import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { server, signInToDemo } from './demo-session.ts';
import type { DemoSession } from './demo-session.ts';
import { callsPerSecond, median } from './load.ts';

/**
 * What sign-in, access rule, schema and ETag cost on top of the one statement behind the dashboard: the authenticated
 * call against a bare route that reads the same tables in one statement, both on the same PostgreSQL, rounds interleaved.
 */
const ROUNDS = 5;
const SESSIONS = 30;
const LOAD = { calls: 1_500, connections: 16 };

const databaseUrl = process.env['BENCH_DATABASE'] ?? '';

const STATEMENT = `
  select h.*, (
    select json_agg(json_build_object('id', d.id, 'kind', d.kind, 'mfg', d.mfg, 'type', d.type, 'name', d.name,
      'version', d.version, 'entries', s.entries, 'settings', se.settings,
      'command', (
        select json_build_object('id', c.id, 'version', c.version, 'state', c.state, 'reason', c.reason,
          'command', c.command, 'acceptedAt', c.accepted_at, 'settledAt', c.settled_at)
        from command c
        where c.provider_id = d.provider_id and c.house_id = d.house_id and c.device_id = d.id
          and c.version = d.version),
      'schedule', (
        select json_build_object('name', ds.name, 'uid', ds.uid)
        from active_schedule a
        join device_schedule ds on ds.provider_id = a.provider_id and ds.house_id = a.house_id and ds.uid = a.uid
        where a.provider_id = d.provider_id and a.house_id = d.house_id and a.device_id = d.id)
      ) order by d.position)
    from device d
    left join device_state s on s.provider_id = d.provider_id and s.house_id = d.house_id and s.device_id = d.id
    left join lateral (
      select json_agg(json_build_object('key', t.key, 'value', t.value)) as settings from device_setting t
      where t.provider_id = d.provider_id and t.house_id = d.house_id and t.device_id = d.id
    ) se on true
    where d.provider_id = h.provider_id and d.house_id = h.id
  ) as devices, (
    select json_agg(program_id) from program_participant p where p.provider_id = h.provider_id and p.house_id = h.id
  ) as programs, (
    select json_agg(json_build_object('uid', s.uid, 'name', s.name, 'deviceId', s.device_id, 'events', s.events))
    from device_schedule s where s.provider_id = h.provider_id and s.house_id = h.id
  ) as schedules, (
    select json_agg(json_build_object('event', to_json(e), 'rules', v.rules, 'participations', own.participations))
    from demand_event e
    join program_version v
      on v.provider_id = e.provider_id and v.program_id = e.program_id and v.version = e.program_version
    cross join lateral (
      select json_agg(json_build_object('participation', to_json(p), 'actions', (
        select json_agg(a) from event_action a
        where a.provider_id = p.provider_id and a.event_id = p.event_id and a.house_id = p.house_id
          and a.device_id = p.device_id
      ))) as participations
      from event_participation p
      where p.provider_id = h.provider_id and p.event_id = e.id and p.house_id = h.id
    ) own
    where e.provider_id = h.provider_id and own.participations is not null
      and e.state in ('scheduled', 'notified', 'preparing', 'active', 'returning')
  ) as events, (
    select json_agg(json_build_object('dispatchId', d.dispatch_id, 'optOuts', d.opt_outs))
    from house_dispatch d
    where d.provider_id = h.provider_id and d.house_id = h.id and d.opt_outs <> '{}'
  ) as opt_outs, (
    select json_agg(json_build_object('eventId', r.event_id, 'kind', r.kind, 'startTime', r.start_time,
      'devices', r.devices))
    from event_result r
    where r.provider_id = h.provider_id and r.house_id = h.id and r.start_time > (
      select max(n.start_time) - interval '31 days' from event_result n
      where n.provider_id = h.provider_id and n.house_id = h.id)
  ) as results
  from house h where h.provider_id = 'sunvale' and h.id = $1`;

// Each session may read 600 times a minute.
const sessions: DemoSession[] = [];
while (sessions.length < SESSIONS) sessions.push(await signInToDemo());
const houseId = sessions[0]?.user.roles[0]?.houseId ?? '';
const pool = new Pool({ connectionString: databaseUrl, max: 10 });
const bare = createServer((_request, response) => {
  void pool.query({ name: 'bare', text: STATEMENT, values: [houseId] }).then(({ rows }) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(rows[0]));
  });
});
await new Promise<void>((resolve) => {
  bare.listen(0, '127.0.0.1', resolve);
});
const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`;
const ours = `${server}/api/house/${houseId}/dashboard`;
const headers = sessions.map(({ token }) => ({ authorization: `Bearer ${token}` }));

const ratios: number[] = [];
for (let round = 0; round <= ROUNDS; round += 1) {
  const limit = await callsPerSecond(bareUrl, [{}], LOAD);
  const reached = await callsPerSecond(ours, headers, LOAD);
  // The first round warms both up.
  if (round > 0) ratios.push(reached / limit);
}
bare.close();
await pool.end();
console.log(`dashboard call ÷ bare one-statement route: ${median(ratios).toFixed(2)} (aim 0.60)`);
