import { useState } from 'react';
import type { ReactNode } from 'react';
import { now } from '#web/lib/browser/clock.ts';
import { useHouse } from '#web/api/house-context.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { Accordion } from '#web/ui/container/Accordion.tsx';
import { AgeLine } from '#web/ui/text/AgeLine.tsx';
import { Button } from '#web/ui/form/Button.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { Chip } from '#web/ui/text/Chip.tsx';
import { Choice } from '#web/ui/form/Choice.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { EmptyState } from '#web/ui/container/EmptyState.tsx';
import { DescriptionList } from '#web/ui/text/DescriptionList.tsx';
import { Field } from '#web/ui/form/Field.tsx';
import { Menu } from '#web/ui/overlay/Menu.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { Select } from '#web/ui/form/Select.tsx';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { Stepper } from '#web/ui/form/Stepper.tsx';
import { Tabs } from '#web/ui/container/Tabs.tsx';
import { Toggle } from '#web/ui/form/Toggle.tsx';
import { Icon, iconNames } from '#web/ui/icon/icons.tsx';
import { usePageHeading } from '#web/ui/page/page-heading.ts';
import styles from './Gallery.module.css';
import { PlotSample } from './PlotGallery.tsx';
import { Swatches } from './Swatches.tsx';

/** For developers: every component of ui with its states, in the current brand and language. */

const LONG =
  'A very long label that a translation or a household with a taste for words may bring along one day';

function Row({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card label={title}>
      <h2>{title}</h2>
      <div className={styles['row']}>{children}</div>
    </Card>
  );
}

const OPTIONS = [
  { value: 'off', text: 'Off' },
  { value: 'cool', text: 'Cool' },
  { value: 'heat', text: 'Heat' },
  { value: 'auto', text: 'Auto' },
] as const;

function Controls() {
  const [mode, setMode] = useState<(typeof OPTIONS)[number]['value']>('cool');
  const [value, setValue] = useState(72);
  const [on, setOn] = useState(true);
  return (
    <>
      <Row title="Stepper">
        <Stepper
          label="Set to"
          buttons={{ raise: 'Raise: Set to', lower: 'Lower: Set to' }}
          value={value}
          range={[64, 86]}
          unit="°F"
          spoken={`${value} degrees, cooling`}
          tone="cool"
          onChange={setValue}
        />
        <Stepper
          label="At its limit"
          buttons={{ raise: 'Raise: At its limit', lower: 'Lower: At its limit' }}
          value={86}
          range={[64, 86]}
          unit="°F"
          spoken="86 degrees"
          tone="heat"
          onChange={() => {}}
        />
        <Stepper
          label="Disabled"
          buttons={{ raise: 'Raise: Disabled', lower: 'Lower: Disabled' }}
          value={70}
          range={[64, 86]}
          unit="°F"
          spoken="70 degrees"
          disabled
          onChange={() => {}}
        />
      </Row>
      <Row title="Segmented choice">
        <Choice label="Mode" value={mode} options={OPTIONS} onChoose={setMode} />
        <Choice label="Disabled" value={mode} options={OPTIONS} disabled onChoose={setMode} />
      </Row>
      <Row title="Select and menu">
        <Select label="Mode" value={mode} options={OPTIONS} onChoose={setMode} />
        <Select label="Disabled" value={mode} options={OPTIONS} disabled onChoose={setMode} />
        <Menu
          align="start"
          label="Menu"
          button={<Chip icon="menu-dots">Menu</Chip>}
          items={OPTIONS.map(({ value: id, text }) => ({
            id,
            text,
            checked: id === mode,
            onChoose: () => setMode(id),
          }))}
        />
      </Row>
      <Row title="Checkbox and switch">
        <Toggle label="Checkbox" checked={on} onChange={setOn} hint="With a hint below it." />
        <Toggle label="Disabled" checked disabled onChange={setOn} />
        <Toggle look="switch" label="Switch" checked={on} onChange={setOn} />
        <Toggle look="switch" label="Disabled" checked={false} disabled onChange={setOn} />
      </Row>
    </>
  );
}

function Overlays() {
  const [open, setOpen] = useState(false);
  return (
    <Row title="Dialog and toast">
      <Button onClick={() => setOpen(true)}>Open dialog</Button>
      <Button onClick={() => toast('ok', 'Saved', 'The new name is in place.')}>Success toast</Button>
      <Button onClick={() => toast('fail', 'Failed to make change to device', 'The maker did not answer.')}>
        Failure toast
      </Button>
      <Dialog
        open={open}
        title="Opt out of this event?"
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Stay in</Button>
            <Button look="danger" onClick={() => setOpen(false)}>
              Opt out
            </Button>
          </>
        }
      >
        <p>
          A dialog asks one thing and says what follows from it. On a phone it is a sheet that comes from
          below.
        </p>
      </Dialog>
    </Row>
  );
}

export function ComponentGallery() {
  const heading = usePageHeading('Parts');
  const { house } = useHouse();
  const at = (seconds: number) => new Date(now().getTime() - seconds * 1_000);
  return (
    <div className={styles['parts']}>
      <h1 ref={heading} tabIndex={-1}>
        Parts
      </h1>
      <Row title="Buttons and links">
        <Button look="primary">Primary</Button>
        <Button>Secondary</Button>
        <Button look="quiet">Quiet</Button>
        <Button look="danger">Danger</Button>
        <Button look="primary" busy>
          Busy
        </Button>
        <Button disabled>Disabled</Button>
        <a href="#/dev/parts">A link</a>
      </Row>
      <Controls />
      <Row title="Form field">
        <Field label="E-mail" type="email" autoComplete="email" hint="We write only before events." />
        <Field label="With a fault" defaultValue="maya@" error="Enter a whole e-mail address." />
        <Field label="Disabled" defaultValue="demo@porchlight.example" disabled />
      </Row>
      <Row title="Chips">
        <Chip>Plain</Chip>
        <Chip tone="heat" icon="flame">
          Heating
        </Chip>
        <Chip tone="cool" icon="snowflake">
          Cooling
        </Chip>
        <Chip tone="ok" icon="check">
          Confirmed
        </Chip>
        <Chip tone="warn" icon="clock">
          Waiting
        </Chip>
        <Chip tone="danger" icon="alert">
          Failed
        </Chip>
        <Chip tone="event" icon="bolt">
          Peak event
        </Chip>
      </Row>
      <Row title="Notices">
        <Notice title="For your information">Something worth knowing, where it matters.</Notice>
        <Notice tone="ok" title="Done" />
        <Notice tone="warn" title="These readings may be old" action={<Button>Try again</Button>}>
          The last refresh that worked was 4 min ago.
        </Notice>
        <Notice tone="danger" title={LONG} />
      </Row>
      <Overlays />
      <Row title="Accordion and tabs">
        <div className={styles['wide']}>
          <Accordion name="gallery" title="November so far" summary="14.2 kWh saved">
            <DescriptionList
              rows={[
                ['Saved in events', '14.2 kWh'],
                ['Events joined', '4 of 5'],
              ]}
            />
          </Accordion>
          <Tabs
            label="Tabs"
            current="/dev/parts"
            tabs={[
              { path: '/dev/parts', text: 'Status' },
              { path: '/user-home', text: 'Schedule' },
            ]}
          />
        </div>
      </Row>
      <Row title="Skeleton, empty and error state">
        <div className={styles['wide']}>
          <Skeleton height="4rem" label="Loading" />
          <EmptyState icon="calendar" title="Looking forward to your first event!">
            When it comes, its results stand here.
          </EmptyState>
          <EmptyState icon="alert" title="This part could not be shown" action={<Button>Try again</Button>} />
        </div>
      </Row>
      <PlotSample />
      <Row title="All plots">
        <a href="#/dev/plots">Every kind and special maker, in day, week and month</a>
      </Row>
      <Row title="Age of data">
        <p>
          <AgeLine time={at(4)} zone={house.timezone} />
        </p>
        <p>
          <AgeLine time={at(400)} zone={house.timezone} />
        </p>
        <p>
          <AgeLine time={at(200_000)} zone={house.timezone} silent />
        </p>
        <p>
          <AgeLine time={null} zone={house.timezone} />
        </p>
      </Row>
      <Row title="Icons">
        {iconNames.map((name) => (
          <span key={name} className={styles['icon']}>
            <Icon name={name} />
            {name}
          </span>
        ))}
      </Row>
      <Swatches />
    </div>
  );
}
