import { useState } from 'react';
import { errorMessage } from '#web/api/error-messages.ts';
import { useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { saveFile } from '#web/lib/browser/save-file.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { Button } from '#web/ui/form/Button.tsx';
import styles from './Account.module.css';
import { useConfirmedCall } from './use-confirmed-call.tsx';

const FILE_NAME = 'home-data.zip';

/** For owners: saves all that is stored about the person and the home as a file. */
export function DownloadData() {
  const t = useT();
  const { house } = useHouse();
  const [isBusy, setIsBusy] = useState(false);
  const { run, dialog } = useConfirmedCall((error) =>
    toast('fail', t('household.download.failed'), errorMessage(error)),
  );

  const download = () =>
    run(async () => {
      setIsBusy(true);
      try {
        const file = await api.post('/house/{houseId}/household/download', { params: { houseId: house.id } });
        saveFile(FILE_NAME, file);
        toast('ok', t('household.downloaded'));
      } finally {
        setIsBusy(false);
      }
    });

  return (
    <div className={styles['household-data']}>
      <p className={styles['hint']}>{t('household.download.hint')}</p>
      <Button busy={isBusy} onClick={() => void download()}>
        {t('household.download')}
      </Button>
      {dialog}
    </div>
  );
}
