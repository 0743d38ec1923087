import { useHouse } from '#web/api/house-context.ts';
import { kilowattHours, timeOfDay } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { temperatureText } from '#web/lib/language/quantity-text.ts';
import { say } from '#web/lib/feedback/say.ts';
import styles from './EaseFacts.module.css';
import type { DispatchDevice } from '../dispatch.ts';
import type { EaseEffect } from './opt-out-choices.ts';

const energyText = (wh: number): string => {
  const { value, unit } = kilowattHours(wh);
  return `${value}\u00A0${unit}`;
};

interface Props {
  readonly device: DispatchDevice;
  readonly effect: EaseEffect;
}

/** What easing a device changes: degrees or power, energy and money, as planned and eased, and until when it is undone. */
export function EaseFacts({ device, effect: { degrees, wh, money } }: Props) {
  const t = useT();
  const { timezone } = useHouse().house;
  const about = (text: string) => t('event.banner.about', { amount: text });
  const rows = [
    degrees
      ? {
          label: t('event.ease.held'),
          planned: temperatureText(degrees.from),
          eased: temperatureText(degrees.to),
        }
      : {
          label: t('event.ease.power'),
          planned: t('event.ease.power.full'),
          eased: t('event.ease.power.half'),
        },
    ...(wh
      ? [
          {
            label: t('event.ease.saves'),
            planned: about(energyText(wh[0])),
            eased: about(energyText(wh[1])),
          },
        ]
      : []),
    ...(money
      ? [
          {
            label: t('event.ease.earns'),
            planned: money.less === null ? money.now : about(money.now),
            eased: money.less === null ? money.eased : about(money.eased),
          },
        ]
      : []),
  ];
  return (
    <>
      <table className={styles['facts']}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('event.ease.changes')}</span>
            </th>
            <th scope="col">{t('event.ease.planned')}</th>
            <th scope="col">{t('event.ease.eased')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, planned, eased }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className="tabular">{planned}</td>
              <td className="tabular">
                <b>{eased}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles['note']}>
        {say('event.ease.note', { time: timeOfDay(new Date(device.event.endTime), timezone) })}
      </p>
    </>
  );
}
