import { useTexts } from '../../../i18n/texts.tsx';
import { Checkbox, Switch } from '../../../ui/controls/choices.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { Fieldset } from '../../../ui/controls/fieldset.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { LOGIN_METHODS, type SectionProps } from './values.ts';

/** How users and operators sign in. */
export function SignInSection(props: SectionProps) {
  const { project } = useTexts();
  const { values, onChange } = props;
  return (
    <Card title={project.signIn}>
      <div className="stack">
        <Fieldset label={project.loginMethods}>
          {LOGIN_METHODS.map((method) => (
            <Checkbox
              key={method}
              isSelected={values.loginMethods.includes(method)}
              onChange={(isOn) =>
                onChange({ loginMethods: LOGIN_METHODS.filter((each) => (each === method ? isOn : values.loginMethods.includes(each))) })
              }
            >
              {project.methods[method]}
            </Checkbox>
          ))}
        </Fieldset>
        <div className="stack tight">
          <Switch isSelected={values.registration} onChange={(registration) => onChange({ registration })}>
            {project.registration}
          </Switch>
          <Switch isSelected={values.requireTotp} onChange={(requireTotp) => onChange({ requireTotp })}>
            {project.requireTotp}
          </Switch>
        </div>
        <Codes {...props} />
      </div>
    </Card>
  );
}

function Codes({ values, onChange, faults }: SectionProps) {
  const { project } = useTexts();
  return (
    <div className="two">
      <TextField
        label={project.codeLength}
        hint={project.serverValue}
        value={values.codeLength}
        onChange={(codeLength) => onChange({ codeLength })}
        fault={faults['settings.otp.length']}
        inputMode="numeric"
        dir="ltr"
      />
      <TextField
        label={project.codeSeconds}
        hint={project.serverValue}
        value={values.codeSeconds}
        onChange={(codeSeconds) => onChange({ codeSeconds })}
        fault={faults['settings.otp.ttlSeconds']}
        inputMode="numeric"
        dir="ltr"
      />
      <TextField
        label={project.androidHash}
        hint={project.androidHashHint}
        value={values.androidHash}
        onChange={(androidHash) => onChange({ androidHash })}
        fault={faults['settings.otp.sms.androidHash']}
        maxLength={11}
        dir="ltr"
      />
      <TextField
        label={project.webDomain}
        hint={project.webDomainHint}
        value={values.webDomain}
        onChange={(webDomain) => onChange({ webDomain })}
        fault={faults['settings.otp.sms.webDomain']}
        maxLength={40}
        dir="ltr"
      />
    </div>
  );
}
