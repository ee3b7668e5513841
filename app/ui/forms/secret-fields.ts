/** Every field for a password or a code; `PasswordField` and `CodeFields` accept no other names. */
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

/** Exact names: a pattern once took 'postalCode' for a code, and a resubmitted form lost the ZIP. */
export const isSecretField = (name: string) => secretFields.some((secret) => secret === name)
