/** As those of PostgreSQL: key share excludes `update` alone, `change` (no key update) all but key share, `update` everything. */
export type LockMode = 'keyShare' | 'change' | 'update';

const excludes = (one: LockMode, other: LockMode): boolean =>
  one === 'update' || other === 'update' || (one === 'change' && other === 'change');

/** Two transactions wait for each other: locks were not taken in one order. */
class Deadlock extends Error {
  override readonly name = 'Deadlock';
}

export type Owner = object;

interface Waiter {
  readonly owner: Owner;
  readonly key: string;
  readonly mode: LockMode;
  readonly resume: () => void;
}

export interface Locks {
  /** Whether the lock was granted at once. */
  readonly tryLock: (owner: Owner, key: string, mode: LockMode) => boolean;
  /** Resolves when it is granted; `park` lets others run meanwhile. Throws where that would be never. */
  readonly lock: (owner: Owner, key: string, mode: LockMode) => Promise<void>;
  readonly release: (owner: Owner) => void;
}

/** `park`: stops the caller until the function that it passes on is called. */
export const createLocks = (park: (register: (resume: () => void) => void) => Promise<void>): Locks => {
  const held = new Map<string, Map<Owner, Set<LockMode>>>();
  const keysOf = new Map<Owner, Set<string>>();
  let waiters: Waiter[] = [];

  const blockersOf = (owner: Owner, key: string, mode: LockMode): Owner[] =>
    [...(held.get(key) ?? [])].flatMap(([other, modes]) =>
      other !== owner && [...modes].some((one) => excludes(one, mode)) ? [other] : [],
    );
  const grant = (owner: Owner, key: string, mode: LockMode): void => {
    const owners = held.get(key) ?? new Map<Owner, Set<LockMode>>();
    held.set(key, owners);
    owners.set(owner, (owners.get(owner) ?? new Set()).add(mode));
    keysOf.set(owner, (keysOf.get(owner) ?? new Set()).add(key));
  };
  const tryLock = (owner: Owner, key: string, mode: LockMode): boolean => {
    if (held.has(key) && blockersOf(owner, key, mode).length > 0) return false;
    grant(owner, key, mode);
    return true;
  };
  const waitsFor = (owner: Owner, target: Owner, seen = new Set<Owner>()): boolean => {
    if (seen.has(owner)) return false;
    seen.add(owner);
    const wait = waiters.find((one) => one.owner === owner);
    const blockers = wait ? blockersOf(owner, wait.key, wait.mode) : [];
    return blockers.some((one) => one === target || waitsFor(one, target, seen));
  };
  return {
    tryLock,
    lock: async (owner, key, mode) => {
      if (tryLock(owner, key, mode)) return;
      const blockers = blockersOf(owner, key, mode);
      if (blockers.some((one) => waitsFor(one, owner)))
        throw new Deadlock(
          `${mode} of ${key}, while others wait for ${[...(keysOf.get(owner) ?? [])].join(', ')}`,
        );
      await park((resume) => {
        waiters.push({ owner, key, mode, resume });
      });
    },
    release: (owner) => {
      for (const key of keysOf.get(owner) ?? []) {
        const owners = held.get(key);
        owners?.delete(owner);
        if (owners?.size === 0) held.delete(key);
      }
      keysOf.delete(owner);
      if (waiters.length === 0) return;
      waiters = waiters.filter((one) => one.owner !== owner);
      const granted = waiters.filter((one) => tryLock(one.owner, one.key, one.mode));
      waiters = waiters.filter((one) => !granted.includes(one));
      for (const { resume } of granted) resume();
    },
  };
};
