// Faults of the events run at exact places: transactions of nodes stop before a statement until the test has done its worst.
import { Client } from 'pg';
import type { QueryResultRow } from 'pg';
import { SECOND } from '#domain/time/time.ts';
import { sleep } from '../../server/src/lib/clock/clock.ts';
import { killNode, startNode, until } from './event-nodes.ts';
import type { EventNode } from './event-nodes.ts';

/** Where nodes can be stopped: a statement of a page in each loop, and in settling. */
const POINTS = {
  transition: 'before update of state on demand_event',
  joining: 'before insert on event_participation',
  notices: 'before insert on event_notice',
  preparation: 'after insert on event_action referencing new table as added',
  steps: 'after insert on command referencing new table as added',
  returns: 'after insert on command referencing new table as added',
  walk: 'before update of walk_pass on demand_event',
  settling: 'before insert or update on event_result',
} as const;
export type Point = keyof typeof POINTS;
const NAMES = Object.keys(POINTS) as Point[];

/** Of the locks by which a stopped transaction is found. */
const LOCK_CLASS = 4_242;
/** How many statements pass before one is stopped: pages before it are committed. */
const PASSED = 1;
/** Only a run that hangs needs so long. */
const HELD_WITHIN = 120 * SECOND;
/** Which of the rows that are added are meant. */
const ADDED: Readonly<Partial<Record<Point, string>>> = {
  preparation: `phase = 'before'`,
  steps: `origin = 'event'`,
  returns: `origin = 'restore'`,
};

const functionOf = (point: Point): string => `
  create sequence fault.${point}_seen;
  create function fault.${point}() returns trigger language plpgsql as $$
  begin
    if current_setting('application_name') = 'node slow' then perform pg_sleep(0.2); end if;
    if current_setting('application_name') not like 'node%' then return null; end if;
    ${point in ADDED ? `if not exists (select from added where ${ADDED[point]}) then return null; end if;` : ''}
    if not exists (select from fault.armed where point = '${point}') then return null; end if;
    if nextval('fault.${point}_seen') <= ${PASSED} then return null; end if;
    perform pg_try_advisory_xact_lock_shared(${LOCK_CLASS}, ${NAMES.indexOf(point)});
    while exists (select from fault.armed where point = '${point}') loop
      perform pg_sleep(0.02);
    end loop;
    return null;
  end $$;
  create trigger fault_${point} ${POINTS[point]} for each statement execute function fault.${point}();`;

interface Held {
  readonly pid: number;
  readonly node: string;
}

/** Nodes by name, on one database; a node that was killed is started again under its name. */
export const openFaults = async (url: string, adminUrl: string, names: readonly string[]) => {
  const database = new URL(url).pathname.slice(1);
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  /** Each by itself: the database may have been away meanwhile. */
  const ask = async <Row extends QueryResultRow>(statement: string): Promise<Row[]> => {
    const client = new Client({ connectionString: url, application_name: 'faults' });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  await ask(`create schema fault; create table fault.armed (point text primary key);
    ${NAMES.map(functionOf).join('\n')}`);
  const urlOf = (name: string): string => {
    const named = new URL(url);
    named.searchParams.set('application_name', name);
    return named.href;
  };
  const nodes = new Map<string, EventNode>();
  for (const name of names) nodes.set(name, startNode(urlOf(name)));
  for (const node of nodes.values()) await node.ready();

  const terminate = (which: string): Promise<unknown> =>
    admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = '${database}' and pid <> pg_backend_pid() and ${which}`,
    );
  return {
    ask,
    arm: async (...points: readonly Point[]): Promise<void> => {
      for (const point of points) await ask(`insert into fault.armed values ('${point}')`);
    },
    disarm: (point: Point) => ask(`delete from fault.armed where point = '${point}'`),
    /** Waits until a node has stopped there. */
    held: async (point: Point): Promise<Held> => {
      let held: Held | undefined;
      await until(`a node stops at ${point}`, HELD_WITHIN, async () => {
        [held] = await ask<Held>(`
          select a.pid, a.application_name as node from pg_locks l join pg_stat_activity a using (pid)
          where l.locktype = 'advisory' and l.classid = ${LOCK_CLASS} and l.objid = ${NAMES.indexOf(point)}
            and a.datname = '${database}'`);
        return held !== undefined;
      });
      return held as Held;
    },
    /** Ends the process and what it had begun, and starts another one, which need not be ready yet. */
    kill: async (name: string): Promise<void> => {
      const node = nodes.get(name);
      if (!node) throw new Error(`no node ${name}`);
      await node.ready();
      await killNode(node);
      await terminate(`application_name = '${name}'`);
      nodes.set(name, startNode(urlOf(name)));
    },
    /** Nobody can reach the database for a while, and what was under way is undone. */
    goAway: async (time: number): Promise<void> => {
      await admin.query(`alter database ${database} with allow_connections false`);
      await terminate('true');
      await sleep(time);
      await admin.query(`alter database ${database} with allow_connections true`);
    },
    /** Messages that were sent meanwhile are lost to every node. */
    cutListening: () => terminate(`query ilike 'listen event_loops%'`),
    close: async (): Promise<void> => {
      await Promise.all([...nodes.values()].map((node) => killNode(node)));
      await admin.end();
    },
  };
};

export type Faults = Awaited<ReturnType<typeof openFaults>>;
