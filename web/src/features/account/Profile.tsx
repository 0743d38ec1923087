import { NameForm } from './NameForm.tsx';
import { Phones } from './phones/Phones.tsx';

export function Profile() {
  return (
    <>
      <NameForm />
      <Phones />
    </>
  );
}
