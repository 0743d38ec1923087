import { Household } from './Household.tsx';
import { NameForm } from './NameForm.tsx';
import { Phones } from './Phones.tsx';

export function Profile() {
  return (
    <>
      <NameForm />
      <Phones />
      <Household />
    </>
  );
}
