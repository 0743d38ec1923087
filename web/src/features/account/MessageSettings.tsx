import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Channel, MessageSetting } from '#contract/entities/account.ts';
import { boot } from '#web/lib/boot-state.ts';
import { useHouse } from '#web/api/house-context.ts';
import { hasFailed } from '#web/api/query-failure.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { usePhoneNumbers } from '#web/api/queries.ts';
import { api } from '#web/api/session.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { Checkbox } from '#web/ui/form/Toggle.tsx';
import { TextLink } from '#web/ui/text/TextLink.tsx';
import accountStyles from './Account.module.css';
import styles from './MessageSettings.module.css';
import { LoadFailure } from './LoadFailure.tsx';
import { settingsKey, useMessageSettings } from './account-queries.ts';

const isLocked = ({ key }: MessageSetting, channel: Channel): boolean =>
  key === 'incentive_message' && channel === 'email';

/** Message types by channel; a checkbox is locked while its change is being saved. */
export function MessageSettings() {
  const t = useT();
  const { user, house, settings: switches } = useHouse();
  const queries = useQueryClient();
  const { name: provider } = boot().page.provider;
  const { data: phones } = usePhoneNumbers(user.id);
  const query = useMessageSettings(user.id, house.id);
  const { data: settings } = query;
  const isFailed = hasFailed(query);
  const [saving, setSaving] = useState<ReadonlySet<string>>(new Set());
  const channels: readonly Channel[] = [
    'email',
    ...(switches.enableSms ? (['sms'] as const) : []),
    ...(switches.enableVoiceNotifications ? (['voice'] as const) : []),
  ];

  const put = (key: MessageSetting['key'], channel: Channel, on: boolean) =>
    queries.setQueryData<MessageSetting[]>(settingsKey(user.id, house.id), (before) =>
      before?.map((setting) => (setting.key === key ? { ...setting, [channel]: on } : setting)),
    );
  const change = async ({ key }: MessageSetting, channel: Channel, on: boolean) => {
    const cell = `${key} ${channel}`;
    if (saving.has(cell)) return;
    setSaving((before) => new Set([...before, cell]));
    put(key, channel, on);
    try {
      await api.put('/account/{id}/house/{houseId}/messageSettings/{messageKey}', {
        params: { id: user.id, houseId: house.id, messageKey: key },
        body: { type: channel, bool: on },
      });
    } catch (error) {
      put(key, channel, !on);
      toast('fail', t('notify.save.failed'), errorMessage(error));
    }
    setSaving((before) => new Set([...before].filter((savingCell) => savingCell !== cell)));
  };

  return (
    <Card labelledBy="messages">
      <h2 id="messages">{t('notify.title')}</h2>
      <p className={accountStyles['hint']}>
        {t('notify.lead', { provider, address: house.address })} {t('notify.atOnce')}
      </p>
      {isFailed ? <LoadFailure title={t('notify.failed')} onRetry={query.refetch} /> : null}
      {settings || isFailed ? null : <Skeleton height="16rem" label={t('state.loading')} />}
      {settings ? (
        <table className={styles['settings']}>
          <thead>
            <tr>
              <th scope="col">{t('notify.message')}</th>
              {channels.map((channel) => (
                <th key={channel} scope="col">
                  {t(`notify.channel.${channel}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {settings.map((setting) => {
              const message = t(`notify.key.${setting.key}`);
              return (
                <tr key={setting.key}>
                  <th scope="row">
                    {message}
                    <p id={`${setting.key}-hint`} className={accountStyles['hint']}>
                      {t(`notify.key.${setting.key}.hint`, { provider })}
                    </p>
                  </th>
                  {channels.map((channel) => {
                    const locked = isLocked(setting, channel);
                    const cell = `${setting.key}-${channel}`;
                    return (
                      <td key={channel}>
                        <label className={styles['cell']} htmlFor={cell}>
                          <Checkbox
                            id={cell}
                            checked={locked || setting[channel]}
                            disabled={locked}
                            // `disabled` would lose the focus.
                            aria-disabled={saving.has(`${setting.key} ${channel}`) || undefined}
                            aria-describedby={locked ? `${setting.key}-hint` : undefined}
                            aria-label={t('notify.cell', {
                              message,
                              channel: t(`notify.channel.${channel}`),
                            })}
                            onChange={(event) => void change(setting, channel, event.target.checked)}
                          />
                        </label>
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      ) : null}
      {channels.length > 1 && phones && !phones.some(({ verified, optout }) => verified && !optout) ? (
        <p className={accountStyles['hint']}>
          {t('notify.noPhone')}{' '}
          <TextLink href={`#${paths.profile}?addPhoneNumber`}>{t('phone.add')}</TextLink>
        </p>
      ) : null}
      {channels.includes('sms') && phones?.some(({ verified, optout }) => verified || optout) ? (
        <p className={accountStyles['hint']}>{t('notify.texts')}</p>
      ) : null}
    </Card>
  );
}
