import { errorMessage } from '#web/api/error-messages.ts';
import { useHouse } from '#web/api/house-context.ts';
import { cardDate, formatNumber, timeOfDay } from '#web/lib/language/format.ts';
import { t as wording, useT } from '#web/lib/language/i18n.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import styles from '../Account.module.css';
import { useConfirmedCall } from '../use-confirmed-call.tsx';
import { useDownload } from './use-download.ts';

const sizeText = (bytes: number): string =>
  bytes < 1e6
    ? wording('household.download.kB', { size: formatNumber(Math.ceil(bytes / 1e3)) })
    : wording('household.download.MB', { size: formatNumber(bytes / 1e6, 1) });

const BUTTONS = {
  none: 'household.download',
  making: 'household.download',
  otherHome: 'household.download',
  ready: 'household.download.save',
  failed: 'action.retry',
} as const;

type Shown = ReturnType<typeof useDownload>;

/** What has become of the file, in one sentence; null: nobody asked for it. */
const useStatus = ({ state, bytes, until, received, saved }: Shown, timezone: string): string | null => {
  const t = useT();
  if (received) {
    return t('household.download.receivedOf', {
      size: sizeText(received.bytes),
      all: sizeText(received.of ?? bytes),
    });
  }
  if (state === 'ready' && until !== null) {
    const date = cardDate(new Date(until), timezone);
    const time = timeOfDay(new Date(until), timezone);
    return t('household.download.ready', { size: sizeText(bytes), date, time });
  }
  if (state === 'making') {
    return bytes === 0
      ? t('household.download.preparing')
      : t('household.download.preparingSize', { size: sizeText(bytes) });
  }
  if (state === 'otherHome') return t('household.download.otherHome');
  if (state === 'failed') return t('household.download.notMade');
  return saved === null
    ? null
    : t('household.download.saved', { file: saved.name, size: sizeText(saved.bytes) });
};

interface ControlProps {
  readonly home: { readonly id: string; readonly timezone: string };
  /** Id of the element that says what the data are. */
  readonly labelledBy: string;
}

/** Has the file made, says how far it is, and saves it. */
export function DownloadControl({ home, labelledBy }: ControlProps) {
  const t = useT();
  const { run, dialog } = useConfirmedCall(
    (error) => toast('fail', t('household.download.failed'), errorMessage(error)),
    'download',
  );
  const download = useDownload({
    houseId: home.id,
    run,
    onSaved: () => toast('ok', t('household.downloaded')),
    onFailed: () => toast('fail', t('household.download.failed')),
  });
  const { state, bytes, received, ask, fetchFile } = download;
  const status = useStatus(download, home.timezone);
  const isBusy = state === 'making' || received !== null;

  return (
    <>
      {isBusy ? (
        <div className={styles['progress']}>
          <progress
            aria-labelledby={labelledBy}
            {...(received ? { max: received.of ?? bytes, value: received.bytes } : {})}
          />
          <p className={`${styles['hint']} tabular`}>{status}</p>
        </div>
      ) : status === null ? null : (
        <p className={styles['hint']}>{status}</p>
      )}
      <div>
        <Button
          busy={isBusy}
          inactive={state === 'otherHome'}
          onClick={() => void (state === 'ready' ? fetchFile() : ask())}
        >
          {t(BUTTONS[state])}
        </Button>
      </div>
      {dialog}
    </>
  );
}

/** For owners: everything that is stored about the person and the home. */
export function DownloadData() {
  const t = useT();
  const { house } = useHouse();
  return (
    <Card labelledBy="own-data">
      <h2 id="own-data">{t('household.data')}</h2>
      <div className={styles['form']}>
        <p className={styles['hint']}>{t('household.download.hint')}</p>
        <DownloadControl home={house} labelledBy="own-data" />
      </div>
    </Card>
  );
}
