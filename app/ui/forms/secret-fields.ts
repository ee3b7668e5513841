/** Every field of the site in which a password or a code is typed; `PasswordField` and `CodeFields` know no others. */
export const secretFields = [
  'password',
  'current',
  'code',
  'backup',
  'unlock-password',
  'unlock-code',
  'unlock-backup',
] as const

export type SecretField = (typeof secretFields)[number]

/** By their exact names: of a pattern, 'postalCode' was a code, and a form that was sent again erased the ZIP. */
export const isSecretField = (name: string) => secretFields.some((secret) => secret === name)
