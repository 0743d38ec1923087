import type { HouseAccess } from '#contract/entities/account.ts';

/** What a person of a household may do, the most careful choice first. */
export const HOUSE_ACCESS: readonly HouseAccess[] = ['viewer', 'member', 'owner'];
