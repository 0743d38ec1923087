/** Of the query that a change of the own name makes old. */
export const leaderboardKey = (houseId: string) => ['leaderboard', houseId] as const;
