import { NO_LINES } from '../../stores/provisioning/imports.ts';
import { insertRows } from '../../stores/system/demo.ts';
import type { Precondition } from './message-preconditions.ts';

/** Files that were checked, of both providers. */
export const checkedImports: Precondition = async (db, { clock }, { providerId, accountId }) => {
  const now = clock.now();
  await db.deleteFrom('import').where('providerId', '=', providerId).execute();
  await db
    .insertInto('import')
    .values(
      (providerId === 'harbour' ? ['housecimport'] : ['houseaimport', 'housebimport']).map((id) => ({
        providerId,
        id,
        kind: 'homes' as const,
        isFull: false,
        state: 'checked' as const,
        createdBy: accountId,
        createdAt: now,
        touchedAt: now,
        header: '[]',
        counts: JSON.stringify(NO_LINES),
      })),
    )
    .execute();
};

/** Homes that files and calls of both providers have brought in, each with a water heater in a program. */
export const providedHomes: Precondition = async (db, { clock }, { providerId }) => {
  const createdAt = clock.now();
  await db
    .deleteFrom('house')
    .where('providerId', '=', providerId)
    // These, and those that calls have made.
    .where((eb) => eb.or([eb('id', 'like', '%premise'), eb('address', '=', '1 Street')]))
    .execute();
  const ids = providerId === 'harbour' ? ['housecpremise'] : ['houseapremise', 'housebpremise'];
  const common = { providerId, timezone: 'America/Denver', createdAt };
  await insertRows(
    db,
    'house',
    ids.map((id, index) => ({
      ...common,
      id,
      number: 7_000 + index,
      address: id,
      nickname: null,
      settings: null,
    })),
  );
  for (const houseId of ids) {
    const device = { providerId, houseId, id: `${houseId}hwh`, kind: 'hwh' as const, mfg: 'rheem' };
    await insertRows(db, 'device', [
      { ...device, type: null, name: null, uid: `${houseId}uid`, link: 'simulator', position: 1, createdAt },
    ]);
    if (providerId === 'harbour') continue;
    await insertRows(db, 'enrolment', [
      {
        providerId,
        houseId,
        deviceId: device.id,
        programId: 'water-heater',
        groupName: '8',
        since: createdAt,
        changedAt: createdAt,
      },
    ]);
  }
};
