/** When the household of a house moved in: it sees nothing of the time before. null: it has always been there. */
export const movedIn = [`alter table house add column household_since timestamptz`];
