import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import {
  Channel,
  CountryCode,
  CountryCodeOrNumber,
  MessageSetting,
  PhoneNumber,
  Session,
  TemperatureUnit,
  User,
} from '../entities/account.ts';
import { Download, FormerHome } from '../entities/download.ts';
import { AgreedTerms, Agreement, Terms } from '../entities/terms.ts';
import { Flag } from '../flag.ts';
import { Renewed } from './auth.ts';

const accountCall = { access: 'self' } as const;
const reads = { ...accountCall, method: 'GET', budget: 'read', repeat: 'safe' } as const;
const writes = { ...accountCall, budget: 'write' } as const;

const Name = z.string().trim().min(1).max(100);
const Password = z.string().min(1).max(512);
const Code = z.string().min(1).max(32);
const ProviderId = z.string().max(64).optional().meta({ description: "the session's own, else refused" });

const HouseId = z
  .string()
  .max(64)
  .regex(/^[\w-]+$/);

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const Change = z.strictObject({ type: Channel, bool: z.boolean() });

export const account = defineEndpoints({
  get: {
    ...reads,
    path: '/account/{id}',
    summary: 'The signed-in person',
    query: z.object({ includeTotp: Flag, includeHasPassword: Flag }),
    response: User,
  },
  update: {
    ...writes,
    method: 'PUT',
    path: '/account/{id}',
    summary: 'Change the name',
    repeat: 'same-result',
    body: z.strictObject({ firstName: Name, lastName: Name }),
    response: User,
    errors: ['name_invalid', 'name_unlikely'],
  },
  changePreferences: {
    ...writes,
    method: 'PUT',
    path: '/account/{id}/preferences',
    summary: 'Choose the unit in which temperatures are shown; null: as in the region',
    repeat: 'same-result',
    body: z.strictObject({ temperatureUnit: TemperatureUnit.nullable() }),
    response: User,
  },
  password: {
    ...writes,
    method: 'POST',
    path: '/account/{id}/password',
    summary: 'Set a first password, or change it; ends all other sessions',
    repeat: 'new-effect',
    body: z.strictObject({ oldPassword: Password.optional(), newPassword: Password }),
    response: null,
    errors: ['old_password_mismatch', 'password_rejected', 'locked_out', 'confirm_identity'],
  },
  enrolTotp: {
    ...writes,
    method: 'POST',
    path: '/account/{id}/totp',
    summary: 'Begin with two-factor codes: a secret for the authenticator app, shown once',
    repeat: 'new-effect',
    response: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['confirm_identity', 'totp_already_on'],
  },
  confirmTotp: {
    ...writes,
    method: 'PUT',
    path: '/account/{id}/totp',
    summary: 'Turn two-factor codes on with a first code; recovery codes, shown once',
    repeat: 'new-effect',
    body: z.strictObject({ code: Code }),
    response: Renewed.extend(RecoveryCodes.shape),
    errors: ['confirm_identity', 'totp_already_on', 'code_incorrect', 'code_expired', 'locked_out'],
  },
  renewRecoveryCodes: {
    ...writes,
    method: 'POST',
    path: '/account/{id}/totp/recovery-codes',
    summary: 'Make new recovery codes, shown once; those before are worth nothing any more',
    repeat: 'new-effect',
    response: RecoveryCodes,
    errors: ['confirm_identity', 'totp_off'],
  },
  disableTotp: {
    ...writes,
    method: 'DELETE',
    path: '/account/{id}/totp',
    summary: 'Turn two-factor codes off, with the password where there is one',
    repeat: 'same-result',
    body: z.strictObject({ password: Password.optional() }),
    response: null,
    errors: ['confirm_identity', 'password_mismatch', 'locked_out'],
  },
  sessions: {
    ...reads,
    path: '/account/{id}/session',
    summary: 'Where the person is signed in, newest first',
    response: z.array(Session),
  },
  endOtherSessions: {
    ...writes,
    method: 'DELETE',
    path: '/account/{id}/session',
    summary: 'Sign out everywhere else',
    repeat: 'same-result',
    shed: 'last',
    response: null,
  },
  endSession: {
    ...writes,
    method: 'DELETE',
    path: '/account/{id}/session/{sessionId}',
    summary: 'Sign out one browser',
    repeat: 'same-result',
    shed: 'last',
    response: null,
  },
  leaveHouse: {
    ...writes,
    method: 'DELETE',
    path: '/account/{id}/house/{houseId}',
    summary: 'Leave a household; its last owner cannot',
    repeat: 'same-result',
    response: null,
    errors: ['last_owner'],
  },
  requestDownload: {
    ...writes,
    method: 'POST',
    path: '/account/{id}/download',
    summary:
      'Have a file made of everything that is stored about the person and a home of theirs; for its owners',
    repeat: 'same-result',
    body: z.strictObject({ houseId: HouseId }),
    response: Download,
    status: 202,
    errors: ['not_found', 'confirm_identity', 'history_preparing'],
  },
  formerHomes: {
    ...reads,
    path: '/account/{id}/former-home',
    summary: 'Homes that the person owned until lately, and whose data they can still download',
    response: z.array(FormerHome),
  },
  downloadState: {
    ...reads,
    path: '/account/{id}/download',
    summary: 'Whether the file is there',
    response: Download,
  },
  downloadFile: {
    ...reads,
    path: '/account/{id}/download/file',
    summary: 'The file, a ZIP of JSON and CSV; it is deleted once all of it was sent',
    file: 'application/zip',
    response: z.file(),
  },
  agreements: {
    ...reads,
    path: '/account/{id}/agreement',
    summary: 'What the person agreed to and when, the latest first',
    response: z.array(Agreement),
  },
  agreement: {
    ...reads,
    path: '/account/{id}/agreement/{agreementId}',
    summary: 'The texts as the person agreed to them',
    response: Terms,
    errors: ['not_found'],
  },
  agree: {
    ...writes,
    method: 'POST',
    path: '/account/{id}/agreement',
    summary:
      'Agree to the terms in force; by an owner also to the programs of the home that wait for an agreement',
    repeat: 'same-result',
    body: AgreedTerms.extend({ houseId: HouseId.optional() }),
    response: User,
    errors: ['terms_not_agreed', 'not_found'],
  },
  messageSettings: {
    ...reads,
    path: '/account/{id}/house/{houseId}/messageSettings',
    summary: 'What the person wants to be told, and how',
    response: z.array(MessageSetting),
  },
  changeMessageSetting: {
    ...writes,
    method: 'PUT',
    path: '/account/{id}/house/{houseId}/messageSettings/{messageKey}',
    summary: 'Turn one channel of one message on or off',
    repeat: 'same-result',
    body: z
      .strictObject({ type: Channel.optional(), bool: z.boolean().optional(), data: Change.optional() })
      .meta({ description: '{type, bool}, or the same under data' }),
    response: MessageSetting,
    errors: ['setting_locked'],
  },
  phoneNumbers: {
    ...reads,
    path: '/account/{id}/phonenumber',
    summary: 'Phone numbers of the signed-in person',
    response: z.array(PhoneNumber),
  },
  addPhone: {
    ...writes,
    method: 'POST',
    path: '/account/{id}/phonenumber',
    summary: 'Add a number; it counts once it is verified',
    repeat: 'same-result',
    body: z.strictObject({
      phone: z.string().min(1).max(32),
      countryCode: CountryCodeOrNumber,
      providerId: ProviderId,
    }),
    response: PhoneNumber,
    errors: ['phone_invalid', 'phone_duplicate'],
  },
  sendPhoneCode: {
    ...writes,
    method: 'POST',
    path: '/account/{id}/phonenumber/{phone}/verify',
    summary: 'Send a verification code, or another one',
    repeat: 'new-effect',
    query: z.object({ countryCode: CountryCode }),
    body: z.strictObject({ providerId: ProviderId }),
    response: PhoneNumber,
    status: 202,
    errors: ['phone_invalid', 'phone_opted_out', 'texts_paused'],
  },
  verifyPhone: {
    ...writes,
    method: 'PUT',
    path: '/account/{id}/phonenumber/{phone}/verify',
    summary: 'Verify a number with the code that was sent to it',
    repeat: 'new-effect',
    query: z.object({ countryCode: CountryCode }),
    body: z.strictObject({ code: Code, houseId: z.string().max(64).optional(), providerId: ProviderId }),
    response: PhoneNumber,
    errors: ['code_incorrect', 'code_expired'],
  },
  deletePhone: {
    ...writes,
    method: 'DELETE',
    path: '/account/{id}/phonenumber/{phone}',
    summary: 'Delete a number',
    repeat: 'same-result',
    query: z.object({ countryCode: CountryCode }),
    response: null,
  },
});
