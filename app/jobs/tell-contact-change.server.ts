import { type ContactChange, findContactChange } from '#app/domain/clinic/contact-change.server.ts'
import { sendEmails } from '#app/domain/outbox/emails.server.ts'
import type { Services } from '#app/services.server.ts'

type Deps = Pick<Services, 'database' | 'queue' | 'mailDomain'> & { config: { admin: { email: string } } }

/** The owner and the clinic's former addresses hear of it, so that nobody redirects messages unnoticed. */
export async function tellContactChange({ database, queue, mailDomain, config }: Deps, change: ContactChange) {
  await database.transaction(async (tx) => {
    const found = await findContactChange(tx, change)
    if (!found) return
    const former = change.section === 'emails' ? found.was.filter((address) => !found.is.includes(address)) : []
    const recipients = [...new Set([config.admin.email, ...former])]
    await sendEmails(
      { tx, queue, mailDomain },
      recipients.map((recipient) => ({ kind: 'contact-changed', ids: change, recipient })),
    )
  })
}
