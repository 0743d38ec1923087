import type { MessageKey } from '#contract/entities/account.ts';
import { DAY, HOUR } from '#domain/time/time.ts';
import type { DemoLanguage } from '../types.ts';

type Words = Readonly<Record<DemoLanguage, { readonly subject: string; readonly html: string }>>;

export interface DemoMessage {
  readonly key: string;
  readonly kind: MessageKey;
  /** ms before the demo was loaded */
  readonly age: number;
  readonly isRead: boolean;
  readonly isFavorite?: true;
  /** Written by the person. */
  readonly fromAccount?: true;
  /** Key of the message that it answers. */
  readonly answers?: string;
  readonly words: Words;
}

/** What a household of the demo has been told besides its events, and has asked. */
export const DEMO_MESSAGES: readonly DemoMessage[] = [
  {
    key: 'winter news',
    kind: 'general_notification',
    age: 5 * HOUR,
    isRead: false,
    words: {
      en: {
        subject: 'Three small things before the cold sets in',
        html: '<p>The first frosts are here. Three things that help your home, and cost nothing:</p><ul><li><strong>Check your limits.</strong> Under Comfort limits you choose how far a peak event may move your rooms.</li><li><strong>Move the hot-water schedule.</strong> Water heated at noon costs less than water heated at six.</li><li><strong>Keep the thermostat online.</strong> A device that is offline cannot earn a reward.</li></ul><p>More in our <a href="https://sunvale.example/winter">winter guide</a>.</p>',
      },
      es: {
        subject: 'Tres cosas sencillas antes de que llegue el frío',
        html: '<p>Ya llegan las primeras heladas. Tres cosas que ayudan a su casa y no cuestan nada:</p><ul><li><strong>Revise sus límites.</strong> En Preferencias elige cuánto puede mover un evento la temperatura de sus habitaciones.</li><li><strong>Cambie el horario del agua caliente.</strong> Calentar agua al mediodía cuesta menos que a las seis.</li><li><strong>Mantenga el termostato en línea.</strong> Un dispositivo sin conexión no puede ganar recompensas.</li></ul><p>Más en nuestra <a href="https://sunvale.example/winter">guía de invierno</a>.</p>',
      },
    },
  },
  {
    key: 'answer',
    kind: 'direct_message',
    age: 27 * HOUR,
    isRead: false,
    answers: 'question',
    words: {
      en: {
        subject: 'Does a second thermostat count?',
        html: '<p>Hello,</p><p>Yes, it does: each thermostat takes part by itself, and both results are added up. Connect the second one in the app of its maker with the same account; it appears on your dashboard within an hour.</p><p>Your Sunvale team</p>',
      },
      es: {
        subject: '¿Cuenta un segundo termostato?',
        html: '<p>Hola:</p><p>Sí, cuenta: cada termostato participa por su cuenta y se suman los dos resultados. Conecte el segundo en la aplicación del fabricante con la misma cuenta; aparecerá en su panel en menos de una hora.</p><p>Su equipo de Sunvale</p>',
      },
    },
  },
  {
    key: 'question',
    kind: 'direct_message',
    age: 2 * DAY,
    isRead: true,
    fromAccount: true,
    words: {
      en: {
        subject: 'Does a second thermostat count?',
        html: '<p>We are about to put a thermostat upstairs as well. Do we have to sign up again, or does it simply count?</p>',
      },
      es: {
        subject: '¿Cuenta un segundo termostato?',
        html: '<p>Vamos a poner otro termostato en el piso de arriba. ¿Tenemos que inscribirnos de nuevo o simplemente cuenta?</p>',
      },
    },
  },
  {
    key: 'offline',
    kind: 'offline_devices',
    age: 6 * DAY,
    isRead: true,
    words: {
      en: {
        subject: 'A device at your home is offline',
        html: '<p>The water heater has not reported for an hour. It keeps its last settings, but it cannot be changed from here. Often it helps to restart the router.</p>',
      },
      es: {
        subject: 'Un dispositivo de su casa está sin conexión',
        html: '<p>El calentador de agua no envía datos desde hace una hora. Mantiene sus últimos ajustes, pero no se puede cambiar desde aquí. A menudo ayuda reiniciar el enrutador.</p>',
      },
    },
  },
  {
    key: 'holiday',
    kind: 'general_notification',
    age: 34 * DAY,
    isRead: true,
    words: {
      en: {
        subject: 'No peak events on the holiday',
        html: '<p>On the holiday nobody is asked to save. Enjoy the day.</p>',
      },
      es: {
        subject: 'Sin eventos el día festivo',
        html: '<p>El día festivo no pediremos a nadie que ahorre. Que lo disfrute.</p>',
      },
    },
  },
  {
    key: 'summer',
    kind: 'general_notification',
    age: 130 * DAY,
    isRead: true,
    words: {
      en: {
        subject: 'Summer Cooling begins',
        html: '<p>From now until the end of September there may be a peak event on hot afternoons. You are told the day before, and you can leave any of them.</p>',
      },
      es: {
        subject: 'Comienza el programa de verano',
        html: '<p>Desde ahora y hasta finales de septiembre puede haber eventos en las tardes de calor. Se le avisará el día anterior y podrá salir de cualquiera.</p>',
      },
    },
  },
  {
    key: 'welcome',
    kind: 'general_notification',
    age: 600 * DAY,
    isRead: true,
    words: {
      en: {
        subject: 'Welcome',
        html: '<p>Your home is now part of the program. Here you find all we tell you about it, and you can write to us at any time.</p>',
      },
      es: {
        subject: 'Le damos la bienvenida',
        html: '<p>Su casa ya forma parte del programa. Aquí encontrará todo lo que le comunicamos y puede escribirnos cuando quiera.</p>',
      },
    },
  },
];

/** Of what was paid out for events of the past. */
export const CREDIT_WORDS: Readonly<
  Record<DemoLanguage, { readonly subject: string; readonly html: string }>
> = {
  en: {
    subject: 'Bill credit of {money}',
    html: '<p>For {count} of your peak events we have credited <strong>{money}</strong> to your account. You find it on your next bill, under “Demand response”.</p><p>Thank you for easing the load on the grid.</p>',
  },
  es: {
    subject: 'Abono de {money} en su factura',
    html: '<p>Por {count} de sus eventos hemos abonado <strong>{money}</strong> en su cuenta. Lo encontrará en su próxima factura, en «Respuesta a la demanda».</p><p>Gracias por aliviar la red.</p>',
  },
};
