/** Errors of a database that cannot store or answer at the moment, in words for /readyz and the log. */
const TROUBLES: Readonly<Record<string, string>> = {
  '25006': 'read-only',
  '53000': 'out of resources',
  '53100': 'disk full',
  '53200': 'out of memory',
  '53300': 'too many connections',
  '53400': 'out of resources',
  '58000': 'input or output error',
  '58030': 'input or output error',
  EDQUOT: 'disk full',
  EIO: 'input or output error',
  ENOSPC: 'disk full',
  EROFS: 'read-only',
};

/** null: the error means something else. */
export const storageTroubleOf = (error: unknown): string | null => {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return (typeof code === 'string' && TROUBLES[code]) || null;
};
