import { useRef, useState } from 'react';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { editableSettings } from '#domain/control/settings/device-settings.ts';
import { HOT_WATER, hasMixingValve, highestWithValve } from '#domain/control/gate/safety.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { temperature, temperatureUnit } from '#web/lib/language/format.ts';
import { mayChangeHome, useHouse } from '#web/api/house-context.ts';
import { useIdentity } from '#web/api/identity.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { RetryButton } from '#web/ui/form/RetryButton.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { ConfirmIdentity } from '#web/ui/form/ConfirmIdentity.tsx';
import { DescriptionList } from '#web/ui/text/DescriptionList.tsx';
import { Field } from '#web/ui/form/Field.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { Tip } from '#web/ui/overlay/Tip.tsx';
import { Toggle } from '#web/ui/form/Toggle.tsx';
import styles from './SettingsTab.module.css';
import { ValveDialog } from './ValveDialog.tsx';
import { SCALDS_ABOVE } from './refusal-text.ts';
import { sectionsOf } from './settings-sections.ts';
import { useSettings } from './use-settings.ts';
import type { SettingsForm } from './use-settings.ts';

const degrees = (fahrenheit: number): string => {
  const { value, unit } = temperature(fahrenheit);
  return `${value} ${unit}`;
};

/** °F; bacteria grow in water stored below this temperature. */
const BACTERIA_BELOW = 120;
const NAME_LETTERS = 60;

function Limits({ form }: { readonly form: SettingsForm }) {
  const t = useT();
  const { draft, errors, edit, device } = form;
  const unit = `°${temperatureUnit()}`;
  const highest = highestWithValve(device) ?? HOT_WATER.ceilingWithValve;
  const general = t('settings.max.note', {
    ceiling: degrees(HOT_WATER.ceiling),
    raised: degrees(HOT_WATER.ceilingWithValve),
  });
  const scald = t('settings.max.scald', { scalds: degrees(SCALDS_ABOVE) });
  const notes = {
    max:
      highest < HOT_WATER.ceilingWithValve
        ? `${general} ${t('settings.max.model', { highest: degrees(highest) })} ${scald}`
        : `${general} ${scald}`,
    min: t('settings.min.note', { warm: degrees(BACTERIA_BELOW) }),
  };
  return (['max', 'min'] as const).map((field) => (
    <Field
      key={field}
      name={field}
      label={t(`settings.${field}`, { unit })}
      hint={notes[field]}
      inputMode="decimal"
      autoComplete="off"
      maxLength={6}
      value={draft[field]}
      error={errors[field] ?? null}
      onChange={(event) => edit({ [field]: event.target.value })}
    />
  ));
}

function Valve({ form }: { readonly form: SettingsForm }) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const { draft, errors, edit, acknowledge, device } = form;
  return (
    <>
      <Toggle
        label={t('settings.valve')}
        hint={t('settings.valve.note')}
        checked={draft.valve || asking}
        onChange={(on) => {
          if (on && !hasMixingValve(device)) setAsking(true);
          else edit({ valve: on });
        }}
      />
      {errors.valve ? (
        <p role="alert" className={styles['error']}>
          {errors.valve}
        </p>
      ) : null}
      <ValveDialog
        device={device}
        open={asking}
        onCancel={() => {
          setAsking(false);
          edit({ valve: false });
        }}
        onConfirm={(version) => {
          setAsking(false);
          acknowledge(version);
          edit({ valve: true });
        }}
      />
    </>
  );
}

function Form({ form }: { readonly form: SettingsForm }) {
  const t = useT();
  const { settings } = useHouse();
  const element = useRef<HTMLFormElement>(null);
  const editable = editableSettings(form.device, settings);
  const save = async () => {
    await form.save();
    element.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
  };
  return (
    <form
      ref={element}
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        name="name"
        label={t('settings.name')}
        aside={<Tip label={t('settings.name.about')} text={t('settings.name.tip')} />}
        autoComplete="off"
        maxLength={NAME_LETTERS}
        value={form.draft.name}
        error={form.errors.name ?? null}
        onChange={(event) => form.edit({ name: event.target.value })}
      />
      {editable.includes('hwh-mixing-valve') ? <Valve form={form} /> : null}
      {editable.includes('hwh-max-setpoint') ? <Limits form={form} /> : null}
      <div className={styles['actions']}>
        <Button type="submit" look="primary" busy={form.busy} inactive={!form.isChanged}>
          {t('settings.save')}
        </Button>
        <p role="status" className={styles['note']}>
          {form.isChanged ? '' : t('settings.unchanged')}
        </p>
      </div>
    </form>
  );
}

export function SettingsTab({ device }: { readonly device: DashboardDevice }) {
  const t = useT();
  const identity = useIdentity();
  const home = useHouse();
  const form = useSettings(device);
  const cards = sectionsOf({ ...form.device, realtime: device.realtime }).map(({ id, title, rows }) => (
    <Card key={id} labelledBy={`settings-${id}`}>
      <h2 id={`settings-${id}`}>{title}</h2>
      <DescriptionList rows={rows} />
    </Card>
  ));
  // A vehicle has three of them and little to change: the first stands below the form, so that both columns are about as high.
  const [below, beside] = cards.length > 2 ? [cards.slice(0, 1), cards.slice(1)] : [[], cards];
  return (
    <div className={styles['columns']}>
      <div className={styles['column']}>
        {form.loadError ? (
          <Notice tone="danger" title={t('settings.failed')} action={<RetryButton onRetry={form.reload} />}>
            {errorMessage(form.loadError)}
            <br />
            {t('settings.failed.shown')}
          </Notice>
        ) : null}
        {mayChangeHome(home) ? (
          <Card label={t('settings.change')}>
            <Form form={form} />
          </Card>
        ) : (
          <Notice>{t('device.change.admin')}</Notice>
        )}
        {form.unconfirmed ? (
          <ConfirmIdentity
            {...identity}
            onConfirmed={() => form.confirmed(true)}
            onCancel={() => form.confirmed(false)}
          />
        ) : null}
        {below}
      </div>
      <div className={styles['column']}>{beside}</div>
    </div>
  );
}
