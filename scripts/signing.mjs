// Signing is configured by environment variables alone. A partial set is an error, never an unsigned package.
//   Windows, certificate file: WIN_CSC_LINK (a .p12 or .pfx, or its content in base64), WIN_CSC_KEY_PASSWORD
//   Windows, Azure Trusted Signing (from Windows only): AZURE_SIGN_ENDPOINT, AZURE_SIGN_ACCOUNT, AZURE_SIGN_PROFILE,
//     AZURE_SIGN_PUBLISHER, and AZURE_TENANT_ID, AZURE_CLIENT_ID, AZURE_CLIENT_SECRET to sign in there
//   macOS: CSC_LINK, CSC_KEY_PASSWORD, or CSC_NAME of a certificate in the keychain; notarized with APPLE_API_KEY,
//     APPLE_API_KEY_ID, APPLE_API_ISSUER, or APPLE_ID, APPLE_APP_SPECIFIC_PASSWORD, APPLE_TEAM_ID
//   Linux: FREIGHT_UPDATE_KEY (see scripts/signUpdate.mjs) signs the list of checksums, and the updates of every system

const WINDOWS_FILE = ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'];
const AZURE = [
  ...['AZURE_SIGN_ENDPOINT', 'AZURE_SIGN_ACCOUNT', 'AZURE_SIGN_PROFILE', 'AZURE_SIGN_PUBLISHER'],
  ...['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_SECRET'],
];
const MAC_FILE = ['CSC_LINK', 'CSC_KEY_PASSWORD'];
const MAC_NAME = ['CSC_NAME'];
const NOTARY_KEY = ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'];
const NOTARY_ACCOUNT = ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'];
const UPDATE_KEY = ['FREIGHT_UPDATE_KEY'];

/** Returns the first complete set of variables; undefined if none is set. Throws on a partial set. */
function completeSet(env, ways) {
  const whole = ways.find((names) => names.every((name) => env[name]));
  const incomplete = ways.find((names) => names.some((name) => env[name]));
  if (!whole && incomplete) {
    const missing = incomplete.filter((name) => !env[name]);
    throw new Error(
      `Signing is half set: ${incomplete.filter((name) => env[name]).join(', ')} without ${missing.join(', ')}. Set all or none.`,
    );
  }
  return whole;
}

function windows(env, host) {
  const way = completeSet(env, [WINDOWS_FILE, AZURE]);
  if (way !== AZURE)
    return { signed: way !== undefined, by: way?.[0], needs: [WINDOWS_FILE, AZURE], args: [] };
  if (host !== 'win32')
    throw new Error(
      'Azure Trusted Signing works from Windows alone. Package there, or use WIN_CSC_LINK with a certificate file.',
    );
  const option = (name, value) => `-c.win.azureSignOptions.${name}=${value}`;
  return {
    signed: true,
    by: 'Azure Trusted Signing',
    needs: [],
    args: [
      option('publisherName', env.AZURE_SIGN_PUBLISHER),
      option('endpoint', env.AZURE_SIGN_ENDPOINT),
      option('certificateProfileName', env.AZURE_SIGN_PROFILE),
      option('codeSigningAccountName', env.AZURE_SIGN_ACCOUNT),
    ],
  };
}

function mac(env) {
  const way = completeSet(env, [MAC_FILE, MAC_NAME]);
  const notary = completeSet(env, [NOTARY_KEY, NOTARY_ACCOUNT]);
  if (notary && !way)
    throw new Error(
      `Apple notarizes only what is signed: set ${MAC_FILE.join(' and ')}, or ${MAC_NAME[0]}, as well.`,
    );
  if (way && !notary)
    throw new Error(
      `A signed app that is not notarized is refused by macOS: set ${NOTARY_KEY.join(', ')}, or ${NOTARY_ACCOUNT.join(', ')}.`,
    );
  return {
    signed: way !== undefined,
    by: way?.[0],
    needs: [MAC_FILE, MAC_NAME],
    args: way ? [] : ['-c.mac.notarize=false', '-c.mac.identity=null'],
  };
}

const linux = (env) => ({
  signed: completeSet(env, [UPDATE_KEY]) !== undefined,
  by: 'FREIGHT_UPDATE_KEY',
  needs: [UPDATE_KEY],
  args: [],
});

/**
 * Returns how packages of a system (`--linux`, `--win`, `--mac`) are signed, with electron-builder's arguments. Throws
 * on a partial set of variables, and for a release without any.
 */
export function signingOf(system, { env = process.env, host = process.platform, release = false } = {}) {
  const found = { '--linux': linux, '--win': windows, '--mac': mac }[system](env, host);
  if (release && !found.signed)
    throw new Error(
      `A release is signed: set ${found.needs.map((names) => names.join(', ')).join('; or ')}. Without --release a package may be unsigned.`,
    );
  return { ...found, args: [...found.args, ...(release ? ['-c.forceCodeSigning=true'] : [])] };
}
