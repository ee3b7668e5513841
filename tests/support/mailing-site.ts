import { afterAll } from 'vitest'
import { type DatabaseKind, startSiteOn } from './databases.ts'
import { receivingMailServer } from './mail-server.ts'

export type MailingSite = Awaited<ReturnType<typeof startMailingSite>>

/** A site whose letters arrive, and the server that takes them until the tests of this file are over. */
export async function startMailingSite(kind: DatabaseKind, settings: Record<string, string> = {}) {
  const mail = await receivingMailServer({ until: afterAll })
  const site = await startSiteOn(kind, {
    MAIL_TRANSPORT: 'smtp',
    SMTP_URL: mail.url,
    ABUSE_LIMITS: 'off',
    ...settings,
  })
  return { mail, site }
}
