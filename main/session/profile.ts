import { asRecord, isRecord } from '@contract/access/changes';
import type { Profile } from '@contract/access/session';
import { LANGUAGES, type Language } from '@contract/limits';

type Fields = Readonly<Record<string, unknown>>;

/** Contents of a login response. */
export interface ReadLogin {
  /** Undefined if the response has none. */
  readonly token: string | undefined;
  /** Profile fields of the user; empty if the response contains the token only. */
  readonly person: Fields;
  /** True if `person` has a full name, so that the profile need not be requested. */
  readonly named: boolean;
}

/** Facts about the user that do not come from the server. */
export interface SignInFacts {
  /** User name as typed. */
  readonly username: string;
  readonly language: Language;
}

/** Field names under which a response may contain the user. */
const WRAPPERS = ['profile', 'user', 'userInfo', 'admin'];
/** Field names of a user, the contract's own first. */
const NAMES = {
  username: ['username', 'userName'],
  fullName: ['fullName', 'realName', 'name'],
  email: ['email'],
  avatarUrl: ['avatarUrl', 'avatar'],
  companyName: ['companyName', 'company'],
  superAdmin: ['superAdmin', 'isSuperAdmin', 'isSuper'],
} as const;

/** Reads a login response: a token alone, or with the user in it or beside it. */
export function readLogin(answer: unknown): ReadLogin {
  if (typeof answer === 'string') return { token: bare(answer), person: {}, named: false };
  const fields = asRecord(answer);
  const given = fields.token ?? fields.accessToken ?? fields.access_token;
  const token = typeof given === 'string' ? bare(given) : undefined;
  const person = personOf(fields);
  return { token, person, named: nameOf(person, 'fullName') !== '' };
}

/** Returns the fields of a user, from a wrapper or from the response itself. */
export const personOf = (answer: unknown): Fields => {
  const fields = asRecord(answer);
  return WRAPPERS.map((name) => fields[name]).find(isRecord) ?? fields;
};

/** Reads a profile; missing names default to the user name as typed, other missing fields to empty. */
export function readProfile(fields: Fields, { username, language }: SignInFacts): Profile {
  const { id } = fields;
  const spoken = LANGUAGES.find((one) => one === fields.language) ?? language;
  const name = nameOf(fields, 'username') || username;
  return {
    // Keep the id as received: the client does not use it.
    id: (Number.isSafeInteger(id) || (typeof id === 'string' && id !== '') ? id : 0) as Profile['id'],
    username: name,
    fullName: nameOf(fields, 'fullName') || name,
    email: nameOf(fields, 'email'),
    avatarUrl: nameOf(fields, 'avatarUrl') || null,
    companyName: nameOf(fields, 'companyName'),
    superAdmin: NAMES.superAdmin.some((one) => isTrue(fields[one])),
    language: spoken,
    mustChangePassword: isTrue(fields.mustChangePassword),
    lastLoginAt: typeof fields.lastLoginAt === 'string' ? fields.lastLoginAt : null,
  };
}

/** Strips the `Bearer` scheme, which is added again when the token is sent. */
const bare = (token: string): string => token.trim().replace(/^Bearer\s+/i, '');

const nameOf = (fields: Fields, field: keyof typeof NAMES): string => {
  const found = NAMES[field].map((name) => fields[name]).find((one) => typeof one === 'string' && one.trim());
  return typeof found === 'string' ? found.trim() : '';
};

const isTrue = (value: unknown): boolean =>
  value === true || value === 1 || value === '1' || value === 'true';
