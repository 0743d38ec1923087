import type { Precondition } from './message-preconditions.ts';

/** Every house of the provider has one offer that nobody has dismissed. */
export const offers: Precondition = async (db, { clock }, { providerId }) => {
  const houses = await db.selectFrom('house').select('id').where('providerId', '=', providerId).execute();
  await db.deleteFrom('marketingMessage').where('providerId', '=', providerId).execute();
  const now = clock.now();
  await db
    .insertInto('marketingMessage')
    .values(
      houses.map(({ id }) => ({
        providerId,
        id: `${id}offer`,
        programId: null,
        houseId: id,
        words: JSON.stringify({ en: { title: 'Pool pump', body: '<p>Enroll it.</p>', linkTitle: 'Enroll' } }),
        link: 'https://utility.example/pool',
        startsAt: now,
        endsAt: new Date(now.getTime() + 86_400_000),
        createdAt: now,
        withdrawnAt: null,
      })),
    )
    .execute();
};
