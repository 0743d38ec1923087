import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Comfort as Limits } from '#contract/entities/event.ts';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import { chargeOf, percentOf } from '#domain/events/plan/strategies/battery-charge.ts';
import { DEFAULT_COMFORT, comfortOf } from '#domain/events/plan/comfort.ts';
import { strategies } from '#domain/events/plan/strategies/index.ts';
import { comfortKey, comfortQuery } from '#web/api/comfort.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { mayChangeHome, useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';
import { now } from '#web/lib/browser/clock.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { temperatureUnit } from '#web/lib/language/format.ts';
import { hasFailed } from '#web/api/query-failure.ts';
import { localeTag, useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { temperatureText } from '#web/lib/language/quantity-text.ts';
import { useLocation } from '#web/lib/routing/router.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { Stepper } from '#web/ui/form/Stepper.tsx';
import { Toggle } from '#web/ui/form/Toggle.tsx';
import { useUnsaved } from '#web/ui/form/unsaved.ts';
import accountStyles from './Account.module.css';
import styles from './Comfort.module.css';
import { LoadFailure } from './LoadFailure.tsx';
import {
  devicesThatLeave,
  editsOf,
  isContradiction,
  isSame,
  limitIn,
  limitOf,
  withLimit,
} from './comfort-draft.ts';
import type { LimitName } from './comfort-draft.ts';

/** In the order of the form. */
const LIMITS: readonly LimitName[] = ['coolCeiling', 'heatFloor', 'hotWaterMinimum'];

interface EditProps {
  readonly draft: Limits;
  readonly disabled: boolean;
  readonly onChange: (draft: Limits) => void;
}

function LimitStepper({ draft, disabled, onChange, name }: EditProps & { readonly name: LimitName }) {
  const t = useT();
  const unit = temperatureUnit();
  const { value, range } = limitIn(draft, name, unit);
  const preset = temperatureText(limitOf(DEFAULT_COMFORT, name));
  const label = t(`comfort.${name}`);
  return (
    <div className={styles['limit']}>
      <div>
        <p aria-hidden="true">{label}</p>
        <p className={accountStyles['hint']}>
          {t(`comfort.${name}.hint`, { temperature: preset })}{' '}
          {value <= range[0] ? t('comfort.lowest') : value >= range[1] ? t('comfort.highest') : null}
        </p>
        {draft[name] !== null && !disabled ? (
          <div className={accountStyles['flush']}>
            <Button look="quiet" onClick={() => onChange({ ...draft, [name]: null })}>
              {t('comfort.usePreset', { temperature: preset })}
            </Button>
          </div>
        ) : null}
      </div>
      <Stepper
        label={label}
        isLabelled
        buttons={{ raise: t(`comfort.${name}.raise`), lower: t(`comfort.${name}.lower`) }}
        value={value}
        range={range}
        unit={`°${unit}`}
        spoken={`${value} °${unit}`}
        disabled={disabled}
        onChange={(next) => onChange(withLimit(draft, name, next, unit))}
      />
    </div>
  );
}

/** Percent; the same as makers keep, and as the server takes. */
const RESERVE_RANGE = [10, 100] as const;

function ReserveStepper({ draft, disabled, onChange }: EditProps) {
  const t = useT();
  const { reserve } = comfortOf(draft);
  const label = t('comfort.batteryReserve');
  return (
    <div className={styles['limit']}>
      <div>
        <p aria-hidden="true">{label}</p>
        <p className={accountStyles['hint']}>
          {t('comfort.batteryReserve.hint', { percent: comfortOf(DEFAULT_COMFORT).reserve })}
        </p>
      </div>
      <Stepper
        label={label}
        isLabelled
        buttons={{ raise: t('comfort.batteryReserve.raise'), lower: t('comfort.batteryReserve.lower') }}
        value={reserve}
        range={RESERVE_RANGE}
        unit="%"
        spoken={t('comfort.percent', { percent: reserve })}
        disabled={disabled}
        onChange={(batteryReserve) => onChange({ ...draft, batteryReserve })}
      />
    </div>
  );
}

function LeftOut({ draft, disabled, onChange }: EditProps) {
  const t = useT();
  const { devices } = useHouse();
  const able = (devices ?? []).filter(({ kind }) => strategies[kind] !== null);
  const never = (devices ?? []).filter(({ kind }) => strategies[kind] === null);
  const change = (id: string, isOut: boolean) =>
    onChange({
      ...draft,
      devicesLeftOut: isOut
        ? [...draft.devicesLeftOut, id]
        : draft.devicesLeftOut.filter((excludedId) => excludedId !== id),
    });
  if (able.length === 0) return null;
  return (
    <fieldset className={styles['left-out']} disabled={disabled}>
      <legend>{t('comfort.leftOut')}</legend>
      <p className={accountStyles['hint']}>{t('comfort.leftOut.hint')}</p>
      {able.map((device) => (
        <Toggle
          key={device.id}
          label={deviceTitle(device)}
          checked={draft.devicesLeftOut.includes(device.id)}
          disabled={disabled}
          onChange={(isOut) => change(device.id, isOut)}
        />
      ))}
      {never.length === 0 ? null : (
        <p className={accountStyles['hint']}>
          {t('comfort.leftOut.never', {
            devices: new Intl.ListFormat(localeTag()).format(never.map(deviceTitle)),
            count: never.length,
          })}
        </p>
      )}
    </fieldset>
  );
}

/** Says before saving which devices would leave an event that runs. */
function Leaving({ draft, saved }: { readonly draft: Limits; readonly saved: Limits }) {
  const t = useT();
  const { devices, events } = useHouse();
  if (isSame(draft, saved)) return null;
  const percentIn = (deviceId: string): number | null => {
    const device = devices?.find(({ id }) => id === deviceId);
    const charge = device ? chargeOf(latestValuesOf(device.realtime)) : null;
    return charge && percentOf(charge);
  };
  const ids = devicesThatLeave(events.active, draft, now().getTime(), percentIn);
  const names = (devices ?? []).filter(({ id }) => ids.includes(id)).map(deviceTitle);
  return names.length === 0 ? null : (
    <Notice tone="warn" title={t('comfort.leaves', { devices: names.join(', '), count: names.length })}>
      {t('comfort.leaves.text')}
    </Notice>
  );
}

function ComfortForm({ saved }: { readonly saved: Limits }) {
  const t = useT();
  const home = useHouse();
  const queries = useQueryClient();
  const houseId = home.house.id;
  const disabled = !mayChangeHome(home);
  // Only what was changed here: limits that somebody else saves meanwhile stay theirs.
  const [edits, setEdits] = useState<Partial<Limits>>({});
  const draft = { ...saved, ...edits };
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isChanged = !isSame(draft, saved);
  const hasTank = home.devices?.some(({ kind }) => kind === 'hwh') === true;
  const hasBattery = home.devices?.some(({ kind }) => kind === 'battery') === true;
  const shown = LIMITS.filter((name) => hasTank || name !== 'hotWaterMinimum');
  useUnsaved(isChanged, ({ path }) => path === paths.settings);
  const change = (next: Limits) => {
    setFault(null);
    setEdits(editsOf(next, saved));
  };
  const save = async () => {
    if (isContradiction(draft)) {
      setFault(t('comfort.contradiction'));
      return;
    }
    setBusy(true);
    try {
      // What the call asks for although it was not changed here, as somebody else may have saved it since.
      const { coolCeiling, heatFloor, devicesLeftOut } = await queries.fetchQuery({
        ...comfortQuery(houseId),
        staleTime: 0,
      });
      const body = { coolCeiling, heatFloor, devicesLeftOut, ...edits };
      const answer = await api.put('/house/{houseId}/comfort', { params: { houseId }, body });
      queries.setQueryData(comfortKey(houseId), answer);
      setEdits({});
      // Plans follow the limits.
      void queries.invalidateQueries({ queryKey: ['event-plan', houseId] });
      void home.refresh();
      toast('ok', t('comfort.saved'));
    } catch (error) {
      setFault(errorMessage(error));
      toast('fail', t('comfort.saveFailed'), errorMessage(error));
    }
    setBusy(false);
  };
  return (
    <form
      className={accountStyles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {disabled ? <Notice>{t('device.change.admin')}</Notice> : null}
      <div className={styles['limits']}>
        {shown.map((name) => (
          <LimitStepper key={name} name={name} draft={draft} disabled={disabled} onChange={change} />
        ))}
        {hasBattery ? <ReserveStepper draft={draft} disabled={disabled} onChange={change} /> : null}
      </div>
      <LeftOut draft={draft} disabled={disabled} onChange={change} />
      <Leaving draft={draft} saved={saved} />
      {fault === null ? null : (
        <Notice tone="danger" urgent>
          {fault}
        </Notice>
      )}
      {disabled ? null : (
        <div>
          <Button type="submit" look="primary" busy={busy} inactive={!isChanged}>
            {t('comfort.save')}
          </Button>
        </div>
      )}
    </form>
  );
}

/** The home's own limits in events: how warm, how cool, how hot the water stays, and which devices never take part. */
export function Comfort() {
  const t = useT();
  const { house } = useHouse();
  const { search } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  const query = useQuery(comfortQuery(house.id));
  const { data } = query;
  const isMissing = !data && hasFailed(query);
  const isAsked = search.has('limits');
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isAsked && isLoaded) place.current?.scrollIntoView({ block: 'start' });
  }, [isAsked, isLoaded]);
  return (
    <div ref={place} className={styles['comfort']}>
      <Card labelledBy="comfort">
        <h2 id="comfort">{t('comfort.title')}</h2>
        <p className={accountStyles['hint']}>{t('comfort.lead', { address: house.address })}</p>
        {isMissing ? <LoadFailure title={t('comfort.failed')} onRetry={query.refetch} /> : null}
        {data ? <ComfortForm key={house.id} saved={data} /> : null}
        {data || isMissing ? null : <Skeleton height="18rem" label={t('state.loading')} />}
      </Card>
    </div>
  );
}
