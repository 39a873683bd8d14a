import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.tsx';
import { SignInForm } from '../../parts/sign-in-form.tsx';
import { Alone } from './alone.tsx';

/** The way in. */
export function SignInPage() {
  const { signIn } = useTexts();
  const { next } = useSearch({ from: '/sign-in' });
  const router = useRouter();
  const navigate = useNavigate();
  const enter = (): void => {
    if (next === undefined) void navigate({ to: '/' });
    else router.history.push(router.basepath + next);
  };
  return (
    <Alone title={signIn.title}>
      <SignInForm onSignedIn={enter} />
      <p>
        <Link to="/forgot">{signIn.forgot}</Link>
      </p>
    </Alone>
  );
}
