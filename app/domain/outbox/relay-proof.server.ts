import { createHash } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { RelayProof, RelaySettings } from '#app/integrations/mail-transport/relay.server.ts'

export type RelayProofDeps = { database: Database; log: { warn(details: object, message: string): void } }

/**
 * Stores that a relay took an email with these settings. Until then an error may be about the account, the service or the
 * template. Proofs of other settings are deleted, so settings that come back must be proved again.
 */
export async function openRelayProof({ database, log }: RelayProofDeps, relay: RelaySettings): Promise<RelayProof> {
  const { url, userId, serviceId, templateId, newsletterTemplateId, accessToken } = relay
  const all = [url, userId, serviceId, templateId, newsletterTemplateId, accessToken]
  const settings = createHash('sha256').update(JSON.stringify(all)).digest('hex')
  await database.transaction((tx) => tx.deleteFrom('relayProof').where('settings', '!=', settings).execute())
  const proof = database.db.selectFrom('relayProof').select('settings').where('settings', '=', settings)
  let isKnown = false
  return {
    async isProved() {
      // Another process may have proved it meanwhile.
      isKnown ||= await proof.executeTakeFirst().then(Boolean, () => false)
      return isKnown
    },
    async prove() {
      if (isKnown) return
      try {
        await database.transaction((tx) =>
          tx
            .insertInto('relayProof')
            .values({ settings, provedAt: Date.now() })
            .onConflict((conflict) => conflict.column('settings').doNothing())
            .execute(),
        )
        isKnown = true
      } catch (err) {
        // The email was sent; the next one proves the settings again.
        log.warn({ err }, 'the proof that the relay works could not be saved')
      }
    },
  }
}
