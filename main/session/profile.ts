import { asRecord, isRecord } from '@contract/access/changes';
import type { Profile } from '@contract/access/session';
import { LANGUAGES, type Language } from '@contract/limits';

type Fields = Readonly<Record<string, unknown>>;

/** Contents of the answer to a login. */
export interface ReadLogin {
  /** Undefined where there is none. */
  readonly token: string | undefined;
  /** Session data of the person; empty if the answer has the token alone. */
  readonly person: Fields;
  /** True if that names the person, so that the profile need not be requested. */
  readonly named: boolean;
}

/** Facts about a person that do not come from the server. */
export interface Signing {
  /** User name as typed. */
  readonly username: string;
  readonly language: Language;
}

/** Names under which an answer may carry the person. */
const WRAPPERS = ['profile', 'user', 'userInfo', 'admin'];
/** Names of the fields of a person, the contract's own first. */
const NAMES = {
  username: ['username', 'userName'],
  fullName: ['fullName', 'realName', 'name'],
  email: ['email'],
  avatarUrl: ['avatarUrl', 'avatar'],
  companyName: ['companyName', 'company'],
  superAdmin: ['superAdmin', 'isSuperAdmin', 'isSuper'],
} as const;

/** Reads the answer of a login: a token alone, or with the person in it or beside it. */
export function readLogin(answer: unknown): ReadLogin {
  if (typeof answer === 'string') return { token: bare(answer), person: {}, named: false };
  const fields = asRecord(answer);
  const given = fields.token ?? fields.accessToken ?? fields.access_token;
  const token = typeof given === 'string' ? bare(given) : undefined;
  const person = personOf(fields);
  return { token, person, named: nameOf(person, 'fullName') !== '' };
}

/** The fields of a person, in an answer or beside the rest of it. */
export const personOf = (answer: unknown): Fields => {
  const fields = asRecord(answer);
  return WRAPPERS.map((name) => fields[name]).find(isRecord) ?? fields;
};

/** Reads a person: what is missing is what was typed, or empty. */
export function readProfile(fields: Fields, { username, language }: Signing): Profile {
  const { id } = fields;
  const spoken = LANGUAGES.find((one) => one === fields.language) ?? language;
  const name = nameOf(fields, 'username') || username;
  return {
    // It means nothing to the client, and is kept as it came.
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

/** A token without the word of its scheme, which is put before it again when it is sent. */
const bare = (token: string): string => token.trim().replace(/^Bearer\s+/i, '');

const nameOf = (fields: Fields, field: keyof typeof NAMES): string => {
  const found = NAMES[field].map((name) => fields[name]).find((one) => typeof one === 'string' && one.trim());
  return typeof found === 'string' ? found.trim() : '';
};

const isTrue = (value: unknown): boolean =>
  value === true || value === 1 || value === '1' || value === 'true';
