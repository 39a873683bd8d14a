import { useTexts } from '../i18n/texts.tsx';
import { SignInForm } from '../parts/sign-in-form.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';

/** Asks for the sign-in above the page, which keeps what was typed. */
export function EndedSession() {
  const { signIn } = useTexts();
  return (
    <Dialog title={signIn.title} onClose={() => {}} isHeld>
      <p>{signIn.ended}</p>
      <SignInForm onSignedIn={() => {}} />
    </Dialog>
  );
}
