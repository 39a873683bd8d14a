import type { Schemas } from '../api.ts';
import { useTexts } from '../i18n/texts.tsx';

type Person = Pick<Schemas['User'], 'firstName' | 'lastName' | 'email' | 'phone' | 'status'>;

/** The name of a person, else the e-mail, else the phone. Erased people have none of them. */
export function usePersonName(): (person: Person) => string {
  const { common } = useTexts();
  return ({ firstName, lastName, email, phone, status }) => {
    if (status === 'deleted') return common.erasedUser;
    const name = [firstName, lastName].filter((part) => part !== null).join(' ');
    return [name, email ?? '', phone].find((text) => text !== '') ?? common.namelessUser;
  };
}
