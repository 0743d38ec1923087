import type { DeviceKind } from '#contract/entities/device.ts';
import { kinds } from '../../kinds/index.ts';
import type { Manufacturer, Model } from '../../manufacturers/define.ts';
import { makerOf, manufacturers } from '../../manufacturers/index.ts';
import type { DeviceModel } from '../../manufacturers/index.ts';

const typeOf = ({ match }: Model): string | null =>
  match === undefined ? null : typeof match === 'string' ? match : `${match.prefix}1`;

const makers: [mfg: string, maker: Manufacturer][] = [
  ...Object.entries(manufacturers),
  ['acme', makerOf('acme')],
];

/** For tests that walk the catalogue: every maker, an unknown one too, with every kind and every type it tells apart. */
export const everyModel: readonly DeviceModel[] = makers.flatMap(([mfg, maker]) =>
  (Object.keys(kinds) as DeviceKind[]).flatMap((kind) => {
    const types = new Set([...(maker.models[kind] ?? []).map(typeOf), null, 'A type of its own']);
    return [...types].map((type) => ({ mfg, kind, type }));
  }),
);
