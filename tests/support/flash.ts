import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RouterContextProvider } from 'react-router'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { type PageFlash, setFlash } from '#app/http/flash.ts'
import { createSigner } from '#app/vault/signing.server.ts'

/** The value of the cookie that a post on this site sets for the page at `on`. */
export function flashCookie(site: { dataDir: string; settings?: Record<string, string> }, flash: PageFlash) {
  const secret = site.settings?.SESSION_SECRET ?? readFileSync(join(site.dataDir, 'session-secret'), 'utf8').trim()
  const context = new RouterContextProvider()
  let cookie = ''
  context.set(servicesContext, { signer: createSigner(secret), config: { secure: false } } as never)
  context.set(pageContext, { setCookie: (value: string) => (cookie = value) } as never)
  setFlash(context, flash)
  return /^flash=([^;]+)/.exec(cookie)![1]!
}
