import type { SecondFactorCode } from '#app/integrations/sign-in/second-factor.server.ts'

/** Accepts the spaces and hyphens with which apps and printed lists show codes. */
export function parseCode({
  code = '',
  backup = '',
}: {
  code?: string
  backup?: string
}): SecondFactorCode | undefined {
  const signs = backup.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (signs) return { kind: 'backup', code: `${signs.slice(0, 5)}-${signs.slice(5, 20)}` }
  const digits = code.replace(/\D/g, '').slice(0, 20)
  return digits ? { kind: 'totp', code: digits } : undefined
}
