/** SQLSTATE classes of errors that lie in the values: data exceptions and violated constraints. */
const DATA_ERROR = /^2[23][0-9A-Z]{3}$/;

/** Whether an error lies in what was to be stored, and would come again; not in the connection or the load. */
export const isDataError = (error: unknown): boolean => {
  if (error instanceof RangeError || error instanceof TypeError) return true;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && DATA_ERROR.test(code);
};
