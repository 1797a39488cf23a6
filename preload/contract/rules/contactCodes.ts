import { problem } from '../errors';
import { clean, patternRule, singleBlanks } from './codes';
import type { CodeRule } from './rule';

const EMAIL = /^[^\s@<>,;:"\p{C}]+@[^\s@<>,;:"\p{C}]+\.[^\s@<>,;:"\p{C}]{2,}$/u;
const wrongEmail = problem('EMAIL_FORMAT');

/**
 * One e-mail address (RFC 5321: at most 254 characters); only its domain is lower-cased, the mailbox may be
 * case-sensitive.
 */
export const emailAddress: CodeRule = {
  max: 254,
  normalise(raw) {
    const value = clean(raw);
    const at = value.lastIndexOf('@') + 1;
    return at === 0 ? value : value.slice(0, at) + value.slice(at).toLowerCase();
  },
  // Length first: the pattern takes quadratic time on a long text of dots.
  check: (value) => (value.length <= 254 && EMAIL.test(value) ? undefined : wrongEmail),
};

/** Telephone number (ITU-T E.164) as typed, with spaces, hyphens and brackets; at least six digits. */
export const phoneNumber = patternRule(
  20,
  /^(?=.{6,20}$)(?=(?:\D*\d){6})\+?\d[\d ()-]+$/,
  problem('PHONE_FORMAT'),
  singleBlanks,
);

/** Domain of email addresses, the part after the @. */
export const mailDomain = patternRule(
  200,
  /^(?=.{4,200}$)[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/,
  problem('MAIL_DOMAIN_FORMAT'),
  (raw) =>
    clean(raw)
      .toLowerCase()
      .replace(/^[@ ]+/, ''),
);

/** WeChat account: an id, whose case is kept, a phone number or a QQ number. */
export const weChatId = patternRule(
  20,
  /^(?:[A-Za-z][A-Za-z0-9_-]{5,19}|\+?\d{5,15})$/,
  problem('WECHAT_FORMAT'),
  (raw) => {
    const text = clean(raw);
    return /^[A-Za-z]/.test(text) ? text : text.replace(/[\s()-]/g, '');
  },
);
