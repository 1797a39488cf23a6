import { describe, expect, test } from 'vitest';
import { readCaptcha } from '../../../main/session/captcha';
import { personOf, readLogin, readProfile } from '../../../main/session/profile';

const TOKEN = 'tok_4f9aQ2mZ7xW1cV8bN5kL0pR3sT6uY';
const SIGNING = { username: 'li.na', language: 'en' } as const;
const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64');

describe('the response to a sign-in', () => {
  test.each([
    ['a token alone', TOKEN, false],
    ['a token in an object', { token: TOKEN }, false],
    ['a token with its scheme', { token: `Bearer ${TOKEN}` }, false],
    ['a token by another name', { accessToken: TOKEN, userName: 'li.na' }, false],
    ['a token with the session data beside it', { token: TOKEN, realName: 'Li Na' }, true],
    ['a token with the person in it', { token: TOKEN, user: { fullName: 'Li Na' } }, true],
  ])('is read when it is %s', (_, answer, named) => {
    expect(readLogin(answer)).toMatchObject({ token: TOKEN, named });
  });

  test('is refused with a message when it contains no token', () => {
    expect(readLogin({ ok: true }).token).toBeUndefined();
    expect(readLogin(null).token).toBeUndefined();
  });
});

describe('a profile', () => {
  test('is read by the field names of the specification', () => {
    const person = {
      userName: 'li.na',
      realName: 'Li Na',
      email: 'li.na@example.com',
      avatarUrl: '/files/7.png',
      companyName: 'Freight',
      isSuperAdmin: 1,
      id: 7,
      language: 'cn',
    };
    expect(readProfile(personOf({ user: person }), SIGNING)).toMatchObject({
      ...{ id: 7, username: 'li.na', fullName: 'Li Na', email: 'li.na@example.com' },
      ...{ avatarUrl: '/files/7.png', companyName: 'Freight', superAdmin: true, language: 'cn' },
    });
  });

  test('is completed by what was typed, and without rights that were not given', () => {
    expect(readProfile(personOf(null), SIGNING)).toMatchObject({
      ...{ username: 'li.na', fullName: 'li.na', email: '', avatarUrl: null },
      ...{ superAdmin: false, mustChangePassword: false, language: 'en' },
    });
  });
});

test('reads a captcha as a data URI or as its bytes', () => {
  expect(readCaptcha({ id: 'a', image: 'data:image/png;base64,AA' })?.image).toBe('data:image/png;base64,AA');
  expect(readCaptcha({ captchaId: 7, captcha: PNG })).toEqual({
    id: '7',
    image: `data:image/png;base64,${PNG}`,
  });
  expect(readCaptcha({ id: 'a', image: '<svg xmlns="x"/>' })?.image).toMatch(/^data:image\/svg/);
  for (const none of [{ id: 'a', image: 'https://elsewhere.example/a.png' }, { image: PNG }, null])
    expect(readCaptcha(none)).toBeUndefined();
});
