import { useId, useRef, useState } from 'react';
import type { HouseAccess } from '#contract/entities/account.ts';
import type { ProgramName } from '#contract/entities/program.ts';
import { brokenRules } from '#domain/account/password.ts';
import { ApiError } from '#web/api/client.ts';
import { passwordErrorMessage } from '#web/api/error-messages.ts';
import { api } from '#web/api/session.ts';
import { agreedTo, useTerms } from '#web/api/terms.ts';
import { startSession } from '#web/api/start-session.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { clearInvitation } from '#web/lib/browser/storage.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Field } from '#web/ui/form/Field.tsx';
import { NameFields, nameFault } from '#web/ui/form/NameFields.tsx';
import type { NameInputs } from '#web/ui/form/NameFields.tsx';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { PasswordRules } from '#web/ui/form/PasswordRules.tsx';
import { AgreeField } from './AgreeField.tsx';
import { Form } from './SignInLayout.tsx';

export interface InvitationFacts {
  readonly address: string;
  readonly email: string;
  readonly access: HouseAccess;
  /** null: not told. */
  readonly invitedBy: string | null;
  readonly programs: readonly ProgramName[];
}

interface Props {
  readonly code: string;
  readonly facts: InvitationFacts;
  /** null: a new attempt begins. */
  readonly onFailure: (error: unknown) => void;
}

type Inputs = NameInputs & { password?: HTMLInputElement | null; agreed?: HTMLInputElement | null };

/** Makes an account for the address that the invitation was sent to, and signs in. */
export function RegisterForm({ code, facts, onFailure }: Props) {
  const t = useT();
  const rules = useId();
  const inputs = useRef<Inputs>({});
  const [names, setNames] = useState({ firstName: '', lastName: '' });
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<{ readonly name: keyof Inputs; readonly text: string } | null>(null);
  const asked = useTerms();
  const [isAgreed, setIsAgreed] = useState(false);
  const [busy, setBusy] = useState(false);
  const { email } = facts;
  const person = { email, firstName: names.firstName };

  const refuse = (name: keyof Inputs, text: string) => {
    setWrong({ name, text });
    inputs.current[name]?.focus();
  };
  const submit = async () => {
    if (busy) return;
    setWrong(null);
    onFailure(null);
    const fault = nameFault(names);
    if (fault) return refuse(fault.name, fault.text);
    if (brokenRules(password, person).length > 0) return refuse('password', passwordErrorMessage(null));
    if (asked.isAsked && !isAgreed) return refuse('agreed', t('terms.missing'));
    setBusy(true);
    try {
      const body = { code, email, ...names, password, ...agreedTo(asked.terms) };
      const answer = await api.post('/auth/register', { body });
      clearInvitation();
      await startSession(answer, paths.home);
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === 'terms_not_agreed') {
        setIsAgreed(false);
        asked.reload();
      }
      if (error instanceof ApiError && error.code === 'password_rejected')
        refuse('password', passwordErrorMessage(error.detail));
      else onFailure(error);
    }
  };

  return (
    <Form onSubmit={() => void submit()}>
      <Field label={t('profile.email')} name="email" autoComplete="username" value={email} readOnly />
      <NameFields names={names} fault={wrong} inputs={inputs} onChange={setNames} />
      <PasswordField
        label={t('join.password')}
        name="new-password"
        autoComplete="new-password"
        value={password}
        describedBy={rules}
        error={wrong?.name === 'password' ? wrong.text : null}
        inputRef={(element) => {
          inputs.current.password = element;
        }}
        onChange={setPassword}
      />
      <PasswordRules id={rules} password={password} person={person} />
      {asked.isAsked ? (
        <AgreeField
          {...asked}
          programs={facts.programs}
          checked={isAgreed}
          error={wrong?.name === 'agreed' ? wrong.text : null}
          inputRef={(element) => {
            inputs.current.agreed = element;
          }}
          onChange={setIsAgreed}
        />
      ) : null}
      <Button type="submit" look="primary" busy={busy}>
        {t('join.register')}
      </Button>
    </Form>
  );
}
