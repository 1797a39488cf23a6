import { useTranslation } from 'react-i18next';
import { Progress } from './Progress';

/** Returns how many of letters, digits and symbols a password uses. */
const kindsIn = (password: string): number =>
  [/[A-Za-z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;

/** Rates a password: fair from more than six characters of at least two kinds. Advice only; never blocks. */
function strengthOf(password: string): 0 | 1 | 2 | 3 {
  if (password.length === 0) return 0;
  if (password.length <= 6 || kindsIn(password) < 2) return 1;
  return password.length >= 12 && kindsIn(password) === 3 ? 3 : 2;
}

/** Strength of a new password, with advice on how to improve it. */
export function PasswordStrength({ password }: { password: string }) {
  const { t } = useTranslation();
  const strength = strengthOf(password);
  const word = ([null, 'access.passwordWeak', 'access.passwordFair', 'access.passwordGood'] as const)[
    strength
  ];
  return (
    <>
      {word && (
        <div className="fc-strength" role="status">
          <Progress
            label={t(word)}
            part={strength / 3}
            intent={strength === 1 ? 'danger' : strength === 2 ? 'warning' : 'success'}
          />
          <span>{t(word)}</span>
        </div>
      )}
      <p className="fc-muted">{t('access.passwordAdvice')}</p>
    </>
  );
}
