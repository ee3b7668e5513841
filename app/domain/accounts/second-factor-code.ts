import type { SecondFactorCode } from '#app/integrations/sign-in/second-factor.server.ts'

/** A code as somebody typed it, with or without the spaces and hyphens that apps and paper show. */
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
