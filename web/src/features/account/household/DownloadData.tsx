import { useState } from 'react';
import { errorMessage } from '#web/api/error-messages.ts';
import { useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';
import { formatNumber } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { saveFile } from '#web/lib/browser/save-file.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import styles from '../Account.module.css';
import { useConfirmedCall } from '../use-confirmed-call.tsx';
import { readInSteps } from './read-in-steps.ts';
import type { Received } from './read-in-steps.ts';

const FILE_NAME = 'home-data.zip';

/** For owners: saves all that is stored about the person and the home as a file. */
export function DownloadData() {
  const t = useT();
  const { house } = useHouse();
  const [received, setReceived] = useState<Received | null>(null);
  const [saved, setSaved] = useState<number | null>(null);
  const { run, dialog } = useConfirmedCall(
    (error) => toast('fail', t('household.download.failed'), errorMessage(error)),
    'download',
  );
  const megabytes = (bytes: number) => formatNumber(bytes / 1e6, 1);

  const download = () =>
    run(async () => {
      setSaved(null);
      setReceived({ bytes: 0, of: null });
      try {
        const file = await api.post('/house/{houseId}/household/download', {
          params: { houseId: house.id },
          readFile: (answer) => readInSteps(answer, setReceived),
        });
        saveFile(FILE_NAME, file);
        setSaved(file.size);
        toast('ok', t('household.downloaded'));
      } finally {
        setReceived(null);
      }
    });

  return (
    <Card labelledBy="own-data">
      <h2 id="own-data">{t('household.data')}</h2>
      <div className={styles['form']}>
        <p className={styles['hint']}>{t('household.download.hint')}</p>
        {received ? (
          <div className={styles['progress']}>
            <progress
              aria-labelledby="own-data"
              {...(received.of === null ? {} : { max: received.of, value: received.bytes })}
            />
            <p className={`${styles['hint']} tabular`}>
              {received.bytes === 0
                ? t('household.download.preparing')
                : received.of === null
                  ? t('household.download.received', { size: megabytes(received.bytes) })
                  : t('household.download.receivedOf', {
                      size: megabytes(received.bytes),
                      all: megabytes(received.of),
                    })}
            </p>
          </div>
        ) : null}
        {saved === null ? null : (
          <p className={styles['hint']}>
            {t('household.download.saved', { file: FILE_NAME, size: megabytes(saved) })}
          </p>
        )}
        <div>
          <Button busy={received !== null} onClick={() => void download()}>
            {t('household.download')}
          </Button>
        </div>
      </div>
      {dialog}
    </Card>
  );
}
