import type { MessageSetting } from '#contract/entities/account.ts';
import type { PlanStep } from '#domain/events/event.ts';
import type { Notice } from '#domain/events/life/notices.ts';
import { newParticipation } from '#domain/events/participation.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import { writeNotices } from '../../events/notices/write-notices.ts';
import { createJobs } from '../../jobs/queue.ts';
import type { TextMessage } from '../../notify/channels.ts';
import { deliverText } from '../../notify/deliver.ts';
import type { QueuedNotice, QueuedText } from '../../notify/enqueue.ts';
import type { NotifyDeps } from '../../notify/notify-accounts.ts';
import { findEvent, insertEvent, writeTransition } from '../../stores/events/events.ts';
import type { NewEvent, StoredEvent } from '../../stores/events/events.ts';
import { insertParticipations } from '../../stores/events/participations.ts';
import { TestClock, startApp, testKeys } from '../app.ts';
import type { TestDatabase } from '../database/databases.ts';
import { PHONE, accountIdOf, emailOf, insertTestData } from '../test-data.ts';
import type { Person } from '../test-data.ts';

/** Sunday, 11:00 in Denver. */
const NOW = '2026-11-15T18:00:00.000Z';
/** 17:00 in Denver: when an event starts unless a test says otherwise. */
export const START = Date.parse('2026-11-16T00:00:00.000Z');
/** Who lives in house A and has an active account. */
export const MEMBERS: readonly Person[] = ['locked', 'noPassword', 'owner', 'second', 'withTotp'];

const stepsAt = (
  { startTime, endTime }: Pick<NewEvent, 'startTime' | 'endTime'>,
  command: PlanStep['command'],
): PlanStep[] => [
  {
    phase: 'during',
    at: startTime + 2 * MINUTE,
    until: endTime,
    command,
    reason: { code: 'event', until: endTime, eased: false },
  },
];

interface Queued<T> {
  readonly id: string;
  readonly order: T;
  readonly startAfter: Date;
  readonly data: { readonly providerId: string; readonly sealed: string };
}

export type NoticeCalls = Awaited<ReturnType<typeof openNoticeCalls>>;

/** The test data with a real queue, events that are announced, and what was queued for whom. */
export const openNoticeCalls = async (database: TestDatabase) => {
  const { db } = database;
  /** The tables of the queue, which the types of ours do not name. */
  const jobTables = db.withSchema('jobs');
  const app = await startApp(db, { clock: new TestClock(NOW) });
  await insertTestData(db, app);
  const jobs = createJobs(database.engine, () => {});
  await jobs.start();
  const publicUrl = ({ id }: { readonly id: string }) => `https://portal.example/?pid=${id}`;
  const deps: NotifyDeps = { jobs, keys: testKeys, random: app.random, providers: app.providers, publicUrl };
  const setClock = (time: string) => app.clock.advance(Date.parse(time) - app.clock.now().getTime());

  const addPhone = (phone: string, more: { verifiedAt?: null; optedOutAt?: Date } = {}) => {
    const now = app.clock.now();
    const ids = { providerId: 'sunvale', accountId: accountIdOf('owner'), countryCode: '1', phone } as const;
    return db
      .insertInto('phoneNumber')
      .values({ ...ids, verifiedAt: now, optedOutAt: null, createdAt: now, ...more })
      .execute();
  };

  /** An announced event with one device of each house. */
  const addEvent = async (more: Partial<NewEvent> = {}, houses = ['housea']): Promise<StoredEvent> => {
    const programId = more.kind === 'hwh' ? 'water-heater' : 'winter-heating';
    const program = app.providers.byId('sunvale')?.programs.find(({ id }) => id === programId);
    if (!program) throw new Error(programId);
    const event: NewEvent = {
      providerId: 'sunvale',
      id: 'event1',
      dispatchId: 'dispatch1',
      program,
      kind: 'tstat',
      groups: null,
      startTime: START,
      endTime: START + 3 * HOUR,
      intensity: 100,
      origin: 'operator',
      cause: { en: 'Cold front', es: 'Frente frío' },
      createdBy: null,
      optOutAllowed: true,
      createdAt: START - DAY,
      state: 'scheduled',
      ...more,
    };
    await insertEvent(db, event);
    await writeTransition(db, { providerId: 'sunvale', eventId: event.id }, 'notified', app.clock.now());
    const [command, moved] =
      event.kind === 'hwh'
        ? [{ setpoint: 110 }, ['setpoint'] as const]
        : [{ heatSetpoint: 65 }, ['heatSetpoint'] as const];
    const changes = houses.map((houseId) => {
      const ids = { eventId: event.id, houseId, deviceId: `${houseId}${event.kind}` };
      const participation = newParticipation(ids, { steps: stepsAt(event, command), moved });
      return { ...ids, providerId: 'sunvale', participation, planRevision: 0, dueAt: START };
    });
    await insertParticipations(db, changes, app.clock.now());
    return read(event.id);
  };
  const read = async (eventId = 'event1'): Promise<StoredEvent> => {
    const event = await findEvent(db, { providerId: 'sunvale', eventId });
    if (!event) throw new Error(eventId);
    return event;
  };
  const write = (event: StoredEvent, notice: Notice = 'scheduled', houses = ['housea']) =>
    db.transaction().execute((tx) =>
      writeNotices(
        tx,
        deps,
        event,
        houses.map((houseId) => ({ houseId, notice })),
        app.clock.now(),
      ),
    );

  const messages = () => db.selectFrom('message').selectAll().orderBy('accountId').execute();
  const messageOf = async (person: Person) => {
    const ofPerson = (await messages()).filter(({ accountId }) => accountId === accountIdOf(person));
    const [message] = ofPerson;
    if (!message || ofPerson.length > 1) throw new Error(`${person} has ${ofPerson.length} messages`);
    return message;
  };
  const queued = async <T>(name: 'send-mail' | 'send-sms' | 'send-voice'): Promise<Queued<T>[]> => {
    const rows = (await jobTables
      .selectFrom('job' as 'message')
      .select(['id', 'data', 'startAfter'] as never)
      .where('name' as 'id', '=', name)
      .orderBy('createdOn' as 'id')
      .orderBy('id')
      .execute()) as unknown as Omit<Queued<T>, 'order'>[];
    return rows.map((row) => ({
      ...row,
      order: JSON.parse(testKeys.open('message', row.data.providerId, row.data.sealed)) as T,
    }));
  };
  const mails = () => queued<QueuedNotice>('send-mail');
  const mailTo = async (person: Person) => (await mails()).find(({ order }) => order.to === emailOf(person));
  const texts = () => queued<QueuedText>('send-sms');
  const choose = (person: Person, channels: Partial<MessageSetting>, houseId = 'housea') =>
    db
      .insertInto('messageSetting')
      .values({
        providerId: 'sunvale',
        accountId: accountIdOf(person),
        houseId,
        key: 'peak_demand',
        email: true,
        sms: false,
        voice: false,
        ...channels,
        updatedAt: app.clock.now(),
      })
      .execute();
  const setAccount = (person: Person, values: { language?: 'es'; temperatureUnit?: 'C' }) =>
    db.updateTable('account').set(values).where('id', '=', accountIdOf(person)).execute();
  const setHouse = (values: { timezone?: string; settings?: string; nickname?: string }) =>
    db.updateTable('house').set(values).where('id', '=', 'housea').execute();
  const deliver = async (job: Queued<QueuedText>): Promise<TextMessage[]> => {
    const sent: TextMessage[] = [];
    const send = async (message: TextMessage) => {
      sent.push(message);
      return 'sent' as const;
    };
    const channels = { mailer: { send: async () => {} }, sms: { send }, voice: { call: send } };
    const { providers, clock } = app;
    await deliverText({ db, clock, keys: testKeys, providers, channels, mailFrom: null }, job.data, job.id);
    return sent;
  };
  /** As at the start: no message, no event, no choice. */
  const startAfresh = async (): Promise<void> => {
    setClock(NOW);
    await jobTables.deleteFrom('job' as 'message').execute();
    for (const table of ['message', 'eventNotice', 'demandEvent', 'messageSetting', 'phoneNumber'] as const) {
      await db.deleteFrom(table).execute();
    }
    await db.updateTable('account').set({ language: null, temperatureUnit: null }).execute();
    await db.updateTable('device').set({ name: 'Hall' }).execute();
    await db
      .updateTable('house')
      .set({ timezone: 'America/Denver', settings: null, nickname: null })
      .execute();
    await addPhone(PHONE);
  };

  return {
    db,
    app,
    jobs,
    deps,
    setClock,
    startAfresh,
    addPhone,
    addEvent,
    read,
    write,
    messages,
    messageOf,
    queued,
    mails,
    mailTo,
    texts,
    choose,
    setAccount,
    setHouse,
    deliver,
    close: async () => {
      await jobs.stop();
      await app.close();
      await database.close();
    },
  };
};
