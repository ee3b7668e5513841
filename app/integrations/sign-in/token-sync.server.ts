import { createHmac, hkdfSync } from 'node:crypto'

export type SyncedToken = { accountId: string; email: string; event: 'signed-in' | 'signed-out' }

const timeoutMs = 10_000
/** Short, so that a leaked token soon expires. */
const lifetimeSeconds = 300

/**
 * Posts a signed token to the operator's own service (product decisions, 'Token sync'): a JWT by HS256, whose key both
 * sides derive from SESSION_SECRET (HKDF-SHA256, no salt, info 'auth sync'; docs/operations.md).
 */
export function createTokenSync({ url, secret, issuer }: { url: string | undefined; secret: string; issuer: string }) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'auth sync', 32))
  /** Throws unless the service accepts it. */
  return async function postToken({ accountId, email, event }: SyncedToken, now: number) {
    if (!url) return
    const issuedAt = Math.floor(now / 1000)
    const exp = issuedAt + lifetimeSeconds
    const token = jwt(key, { iss: issuer, sub: accountId, email, event, iat: issuedAt, exp })
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the service at AUTH_SYNC_URL answered ${response.status}`)
  }
}

/** RFC 7519, as compact JWS. */
function jwt(key: Buffer, claims: object) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}
