export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
}

/** The alternatives of a schema, each with one type. */
const optionsOf = (schema: Schema): (Schema & { readonly type: string })[] => {
  const alternatives = schema.anyOf ?? schema.oneOf;
  return alternatives
    ? alternatives.flatMap(optionsOf)
    : [schema.type ?? []].flat().map((type) => ({ ...schema, type }));
};

/** Whether the fixed values of an alternative, such as a code, are those of the object. */
const isTagged = ({ properties = {} }: Schema, value: unknown): boolean =>
  Object.entries(properties).every(([key, { const: only, enum: some }]) => {
    const own = (value as Record<string, unknown> | null)?.[key];
    return (only === undefined || own === only) && (some === undefined || some.includes(own));
  });

/** Where an answer has a field too many or too few: a value not known is null, never left out. */
export const schemaMismatches = (schema: Schema, value: unknown, at: string): string[] => {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const options = optionsOf(schema).filter(({ type }) => (type === 'integer' ? 'number' : type) === kind);
  const fitting = options.length > 1 ? options.find((option) => isTagged(option, value)) : options[0];
  if (!fitting) return [`${at} is ${kind}`];
  if (Array.isArray(value)) {
    return value.flatMap((one, index) => schemaMismatches(fitting.items ?? {}, one, `${at}[${index}]`));
  }
  if (kind !== 'object') return [];
  const { additionalProperties } = fitting;
  if (typeof additionalProperties === 'object') {
    return Object.entries(value as object).flatMap(([key, one]) =>
      schemaMismatches(additionalProperties, one, `${at}.${key}`),
    );
  }
  const properties = fitting.properties ?? {};
  const given = Object.keys(value as object).toSorted();
  // The body of a command is told back as it was sent: there, what was not sent is left out.
  const isEcho = at.endsWith('.body') || /\.steps\[\d+\]\.command$/.test(at);
  const declared = Object.keys(properties).filter((key) => !isEcho || given.includes(key));
  if (declared.toSorted().join() !== given.join())
    return [`${at} has ${given.join()}, not ${declared.join()}`];
  return declared.flatMap((key) =>
    schemaMismatches(properties[key] ?? {}, (value as Record<string, unknown>)[key], `${at}.${key}`),
  );
};
