import { z } from 'zod';
import * as signIn from '#contract/endpoints/auth.ts';
import * as account from '#contract/entities/account.ts';
import * as command from '#contract/entities/command.ts';
import * as deviceNow from '#contract/entities/dashboard-device.ts';
import * as device from '#contract/entities/device.ts';
import * as event from '#contract/entities/event.ts';
import * as history from '#contract/entities/history.ts';
import * as house from '#contract/entities/house.ts';
import * as household from '#contract/entities/household.ts';
import * as imports from '#contract/entities/import.ts';
import * as message from '#contract/entities/message.ts';
import * as operatorMessage from '#contract/entities/operator-message.ts';
import * as operator from '#contract/entities/operator.ts';
import * as problem from '#contract/entities/problem.ts';
import * as provider from '#contract/entities/provider.ts';
import * as result from '#contract/entities/result.ts';
import * as schedule from '#contract/entities/schedule.ts';
import * as settlement from '#contract/entities/settlement.ts';
import * as weather from '#contract/entities/weather.ts';

export type Json = Record<string, unknown>;
type Direction = 'input' | 'output';

const MODULES = [
  account,
  command,
  deviceNow,
  device,
  event,
  history,
  house,
  household,
  imports,
  message,
  operatorMessage,
  operator,
  problem,
  provider,
  result,
  schedule,
  settlement,
  signIn,
  weather,
] as const;

/** The schemas of the contract's entities by the names they are exported with; fails on a name that stands twice. */
export const namedSchemas = (modules: readonly object[] = MODULES): ReadonlyMap<string, z.ZodType> => {
  const named = new Map<string, z.ZodType>();
  for (const [name, value] of modules.flatMap((one) => Object.entries(one) as [string, unknown][])) {
    if (!(value instanceof z.ZodType)) continue;
    if (named.has(name)) throw new Error(`Two entities of the contract are called ${name}.`);
    named.set(name, value);
  }
  return named;
};

const refTo = (name: string): string => `#/components/schemas/${name}`;
const REF = /"\$ref":"#\/components\/schemas\/([\w.]+)"/g;
const refsIn = (json: unknown): string[] =>
  [...JSON.stringify(json).matchAll(REF)].map(([, name = '']) => name);

/** What is accepted differs from what is answered, for example in defaults: then it gets a name of its own. */
const inputName = (name: string): string => `${name}Input`;

/** One direction: zod replaces every registered schema inside another by a reference. */
class SchemaSet {
  readonly #registry = z.registry<{ id: string }>();
  readonly #direction: Direction;
  readonly #inline = new Set<string>();

  constructor(direction: Direction, named: ReadonlyMap<string, z.ZodType>) {
    this.#direction = direction;
    for (const [name, schema] of named) {
      this.#registry.add(schema, { id: direction === 'input' ? inputName(name) : name });
    }
  }

  /** Registers a schema of an endpoint under the given name, unless it is an entity or was registered before. */
  add(schema: z.ZodType, id: string): void {
    if (this.#registry.has(schema)) return;
    this.#inline.add(id);
    this.#registry.add(schema, { id });
  }

  idOf(schema: z.ZodType): string {
    const id = this.#registry.get(schema)?.id;
    if (id === undefined) throw new Error('The schema was not added before the document was rendered.');
    return id;
  }

  /** Entities are referred to where they are used; schemas of one endpoint are written there. */
  isInline(id: string): boolean {
    return this.#inline.has(id);
  }

  render(): ReadonlyMap<string, Json> {
    const { schemas } = z.toJSONSchema(this.#registry, { io: this.#direction, uri: refTo });
    return new Map(
      Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema as Json]),
    );
  }
}

export interface SchemaCollector {
  /** Call for every schema first, with a name in case another schema contains it. */
  readonly add: (schema: z.ZodType, direction: Direction, name: string) => void;
  /** Then this returns the schema itself, or the reference to its component. */
  readonly render: (schema: z.ZodType, direction: Direction) => Json;
  /** The components that what was used refers to, directly or not. */
  readonly components: () => Json;
}

export const createSchemaCollector = (
  named: ReadonlyMap<string, z.ZodType> = namedSchemas(),
): SchemaCollector => {
  const sets = { input: new SchemaSet('input', named), output: new SchemaSet('output', named) };
  const used = new Set<string>();
  let renderings: Record<Direction, ReadonlyMap<string, Json>> | null = null;
  const renderAll = () => (renderings ??= { input: sets.input.render(), output: sets.output.render() });

  /** Inputs that are written like their outputs, so that one component serves both. */
  const sameInputs = (): ReadonlySet<string> => {
    const { input, output } = renderAll();
    const same = new Set(named.keys());
    const differs = (name: string) => {
      const text = JSON.stringify(input.get(inputName(name)) ?? {});
      const renamed = text.replaceAll(REF, (ref, inner: string) => {
        const plain = inner.replace(/Input$/, '');
        return same.has(plain) ? ref.replace(inner, plain) : ref;
      });
      return renamed !== JSON.stringify(output.get(name) ?? {});
    };
    for (let before = -1; before !== same.size;) {
      before = same.size;
      for (const name of same) if (differs(name)) same.delete(name);
    }
    return same;
  };
  let same: ReadonlySet<string> | null = null;
  const shared = (name: string): string => {
    const plain = name.replace(/Input$/, '');
    same ??= sameInputs();
    return same.has(plain) ? plain : name;
  };
  const withSharedRefs = (schema: Json): Json =>
    JSON.parse(
      JSON.stringify(schema).replaceAll(REF, (_, name: string) => `"$ref":"${refTo(shared(name))}"`),
    ) as Json;
  const componentOf = (name: string): Json => {
    const { input, output } = renderAll();
    return withSharedRefs(output.get(name) ?? input.get(name) ?? {});
  };

  return {
    add: (schema, direction, name) => sets[direction].add(schema, name),
    render: (schema, direction) => {
      const id = sets[direction].idOf(schema);
      const rendered = sets[direction].isInline(id)
        ? withSharedRefs(renderAll()[direction].get(id) ?? {})
        : { $ref: refTo(shared(id)) };
      for (const name of refsIn(rendered)) used.add(name);
      return rendered;
    },
    components: () => {
      const all = new Map<string, Json>();
      const collect = (name: string): void => {
        if (all.has(name)) return;
        const component = componentOf(name);
        all.set(name, component);
        for (const inner of refsIn(component)) collect(inner);
      };
      for (const name of used) collect(name);
      return Object.fromEntries([...all].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
};
