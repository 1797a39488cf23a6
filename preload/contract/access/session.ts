import * as z from 'zod';
import { endpoint } from '../endpoint';
import { fileErrors, problem } from '../errors';
import { code, id, text } from '../fields';
import { LANGUAGES, MAX_AVATAR, PROFILE_PASSWORD } from '../limits';
import { permit } from '../permissions';
import { accountName } from '../rules/codes';
import { object, strictObject } from '../shape';

/** The signed-in user. Main keeps it with the token; the renderer gets the profile and never the token. */
export const profile = object(() => ({
  id: id(),
  username: z.string(),
  fullName: z.string(),
  email: z.string(),
  /** Id of the uploaded picture, or null. */
  avatarUrl: z.string().nullable(),
  companyName: z.string(),
  superAdmin: z.boolean(),
  language: z.enum(LANGUAGES),
  /** True while the password is a one-time one: it must be changed before anything else. */
  mustChangePassword: z.boolean(),
  lastLoginAt: z.string().nullable(),
}));
export type Profile = z.output<typeof profile>;

/** One node of the permission tree as a user sees it: three levels, each with its tag and whether it is enabled. */
export const menuNode = object(() => ({
  id: z.string(),
  parentId: z.string().nullable(),
  level: z.int().min(1).max(3),
  titleEn: z.string(),
  titleCn: z.string(),
  tag: z.string(),
  enabled: z.boolean(),
}));
export type MenuNode = z.output<typeof menuNode>;

/** A session of the account. */
const ownSession = object(() => ({
  id: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  ip: z.string().nullable(),
  /** User agent of the client. */
  userAgent: z.string().nullable(),
  /** True for the calling session. */
  current: z.boolean(),
}));
export type OwnSession = z.output<typeof ownSession>;

const passwordLength = problem('PWD_LENGTH', PROFILE_PASSWORD);

/** A valid new password; advice on good ones is the screen's. */
const password = z
  .string()
  .refine(({ length }) => length >= PROFILE_PASSWORD.min && length <= PROFILE_PASSWORD.max, {
    params: { problem: passwordLength },
  });

/** Input to sign in. */
const signIn = strictObject(() => ({
  username: z.string().trim().min(1).max(100),
  password: z.string().min(1).max(1000),
  captchaId: z.string().min(1).max(100),
  captcha: z.string().trim().min(1).max(20),
}));
export type SignIn = z.output<typeof signIn>;

/** Input to change one's own password. */
export const passwordChange = strictObject(() => ({
  oldPassword: z.string().min(1).max(1000),
  newPassword: password,
}));
export type PasswordChange = z.output<typeof passwordChange>;

/** The first administrator of an empty start. */
export const firstAdministrator = strictObject(() => ({
  username: code(accountName),
  realName: text(60),
  email: text(254, 'email'),
  password,
}));
export type FirstAdministrator = z.output<typeof firstAdministrator>;

/** Sign-in, the signed-in person's own profile, and the upload of loose files. */
export const session = {
  captcha: endpoint({
    method: 'GET',
    path: '/captcha',
    access: 'public',
    /** `image` is a data URI: PNG here, PNG, JPEG, GIF, WebP or SVG elsewhere; shown by an img and never inlined. */
    answer: object(() => ({ id: z.string(), image: z.string() })),
    errors: ['SLOW_DOWN'],
  }),
  login: endpoint({
    method: 'POST',
    path: '/login',
    access: 'public',
    body: signIn,
    answer: object(() => ({ token: z.string(), profile })),
    errors: ['CAPTCHA_WRONG', 'LOGIN_FAILED', 'LOGIN_FORBIDDEN', 'LOGIN_BLOCKED', 'LOGIN_SLOWED'],
  }),
  logout: endpoint({ method: 'POST', path: '/logout', access: 'session', extension: true }),
  menuTree: endpoint({ method: 'GET', path: '/menu-tree', access: 'session', answer: z.array(menuNode) }),
  me: endpoint({ method: 'GET', path: '/profile/me', access: 'session', answer: profile }),
  /** Changes the password and ends the other sessions of the account. */
  password: endpoint({
    method: 'PUT',
    path: '/profile/me/password',
    access: 'session',
    body: passwordChange,
    errors: ['PWD_OLD_WRONG', 'PWD_SAME', 'PWD_LENGTH', 'LOGIN_BLOCKED'],
  }),
  /** The sessions of the account: the calling one first, then by last use. */
  sessions: endpoint({
    method: 'GET',
    path: '/profile/me/sessions',
    access: 'session',
    answer: z.array(ownSession),
    extension: true,
  }),
  /** Ends one session of the account. */
  endSession: endpoint({
    method: 'DELETE',
    path: '/profile/me/sessions/{id}',
    access: 'session',
    params: strictObject(() => ({ id: z.string().max(64) })),
    extension: true,
  }),
  /** Ends all other sessions of the account. */
  endOthers: endpoint({
    method: 'DELETE',
    path: '/profile/me/sessions',
    access: 'session',
    answer: object(() => ({ ended: z.int() })),
    extension: true,
  }),
  avatar: endpoint({
    method: 'PUT',
    path: '/profile/me/avatar',
    access: permit('home.center.edit'),
    body: strictObject(() => ({ fileId: z.string().max(64) })),
    answer: profile,
    errors: ['NOT_FOUND', 'FILE_TYPE'],
  }),
  removeAvatar: endpoint({
    method: 'DELETE',
    path: '/profile/me/avatar',
    access: permit('home.center.edit'),
    answer: profile,
    extension: true,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/upload/files',
    access: 'session',
    kind: 'upload',
    file: { types: ['jpg', 'jpeg', 'png'], max: MAX_AVATAR },
    answer: object(() => ({ fileId: z.string(), fileName: z.string(), size: z.int(), mime: z.string() })),
    errors: fileErrors,
  }),
  file: endpoint({
    method: 'GET',
    path: '/upload/files/{fileId}',
    access: 'session',
    kind: 'blob',
    params: strictObject(() => ({ fileId: z.string().max(64) })),
    extension: true,
  }),
};
