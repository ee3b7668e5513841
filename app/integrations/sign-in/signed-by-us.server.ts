import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Whether the value of a session cookie was once given out here, as the library signs it. That sign-in may have ended
 * since: only the database knows. Without asking it, this tells who signed in before from who made something up.
 */
export function isSignedByUs(value: string, secret: string): boolean {
  const dot = value.lastIndexOf('.')
  if (dot < 1) return false
  const wanted = createHmac('sha256', secret).update(value.slice(0, dot)).digest()
  const given = Buffer.from(value.slice(dot + 1), 'base64')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
