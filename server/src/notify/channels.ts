import type { CalendarFile } from '#domain/events/people/calendar-file.ts';

// The ports through which messages leave the server; adapters are SMTP, the gateway, the outbox of the demo and those of tests.

export interface Mail {
  readonly providerId: string;
  /** Stays the same when sending is retried, so that mail programs recognize a duplicate. */
  readonly messageId: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly replyTo: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly calendar: CalendarFile | null;
}

export interface Mailer {
  readonly send: (mail: Mail) => Promise<void>;
  /** Rejects when the server of the mails does not take us. Absent: there is none. */
  readonly check?: () => Promise<void>;
}

/** `to` as +13035550142. */
export interface TextMessage {
  readonly providerId: string;
  readonly id: string;
  readonly to: string;
  readonly text: string;
}

export interface VoiceMessage extends TextMessage {
  readonly language: string;
}

export type SendOutcome = 'sent' | 'opted-out';

export interface SmsSender {
  readonly send: (message: TextMessage) => Promise<SendOutcome>;
}

export interface VoiceCaller {
  readonly call: (message: VoiceMessage) => Promise<SendOutcome>;
}

export interface Channels {
  readonly mailer: Mailer;
  readonly sms: SmsSender;
  readonly voice: VoiceCaller;
}
