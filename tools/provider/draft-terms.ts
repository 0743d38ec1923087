/** The day by which the drafts are named. */
export const DRAFT_VERSION = '2026-01-01';

interface Words {
  readonly terms: readonly string[];
  readonly privacy: readonly string[];
}

const englishOf = (name: string, support: string): Words => ({
  terms: [
    '<h2>What these terms are about</h2>',
    `<p>They hold between you and ${name} for this portal, and for the programs that your home takes part in.</p>`,
    '<h2>Peak events</h2>',
    '<p>During an event we change settings of your devices for a limited time, within the limits that you set. You are told before. You can leave an event, and a program, at any time in the portal.</p>',
    '<h2>Rewards</h2>',
    '<p>What a program pays stands in the portal. A result is provisional until it is settled.</p>',
    '<h2>Your account</h2>',
    '<p>Keep your password to yourself. You decide who else belongs to your home in the portal.</p>',
    `<h2>Questions</h2><p>Write to <a href="mailto:${support}">${support}</a>.</p>`,
  ],
  privacy: [
    '<h2>What we keep</h2>',
    '<p>Your name and address, how to reach you, what your devices measure, which events your home took part in, and what was done in the portal and by whom.</p>',
    '<h2>What for</h2>',
    '<p>To show your home to you, to run events, to compute your rewards, and to answer you. We do not sell it.</p>',
    '<h2>How long</h2>',
    '<p>As long as your home takes part, and for the time afterwards that the portal names when you close your household.</p>',
    '<h2>Your rights</h2>',
    `<p>You can download your data in the portal, and have them corrected or deleted: write to <a href="mailto:${support}">${support}</a>.</p>`,
  ],
});

const spanishOf = (name: string, support: string): Words => ({
  terms: [
    '<h2>De qué tratan estos términos</h2>',
    `<p>Rigen entre usted y ${name} para este portal y para los programas en los que participa su hogar.</p>`,
    '<h2>Eventos de máxima demanda</h2>',
    '<p>Durante un evento cambiamos ajustes de sus dispositivos por un tiempo limitado, dentro de los límites que usted fija. Se le avisa antes. Puede salir de un evento, y de un programa, en cualquier momento en el portal.</p>',
    '<h2>Recompensas</h2>',
    '<p>Lo que paga un programa figura en el portal. Un resultado es provisional hasta que se liquida.</p>',
    '<h2>Su cuenta</h2>',
    '<p>No comparta su contraseña. Usted decide quién más pertenece a su hogar en el portal.</p>',
    `<h2>Preguntas</h2><p>Escriba a <a href="mailto:${support}">${support}</a>.</p>`,
  ],
  privacy: [
    '<h2>Qué guardamos</h2>',
    '<p>Su nombre y dirección, cómo comunicarnos con usted, lo que miden sus dispositivos, en qué eventos participó su hogar, y qué se hizo en el portal y quién lo hizo.</p>',
    '<h2>Para qué</h2>',
    '<p>Para mostrarle su hogar, llevar a cabo los eventos, calcular sus recompensas y responderle. No lo vendemos.</p>',
    '<h2>Cuánto tiempo</h2>',
    '<p>Mientras su hogar participe, y después durante el plazo que el portal indica al cerrar su hogar.</p>',
    '<h2>Sus derechos</h2>',
    `<p>Puede descargar sus datos en el portal, y pedir que se corrijan o eliminen: escriba a <a href="mailto:${support}">${support}</a>.</p>`,
  ],
});

/** Texts to begin with, by file name; whoever answers for the provider writes its own. */
export const draftTerms = (name: string, support: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({ en: englishOf(name, support), es: spanishOf(name, support) }).flatMap(
      ([language, words]) =>
        (['terms', 'privacy'] as const).map((kind) => [
          `terms/${DRAFT_VERSION}/${kind}.${language}.html`,
          `${words[kind].join('\n')}\n`,
        ]),
    ),
  );
