/** Converts a camelCase name to the snake_case column name, for raw SQL. */
export const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
