import { NameForm } from './NameForm.tsx';
import { OwnAgreements } from './terms/OwnAgreements.tsx';
import { Phones } from './phones/Phones.tsx';

export function Profile() {
  return (
    <>
      <NameForm />
      <Phones />
      <OwnAgreements />
    </>
  );
}
