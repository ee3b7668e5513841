import type { Database } from '#app/database/connection.server.ts'
import { patientActor } from '#app/domain/audit/patient-actor.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { endConsents, renewConsents } from './consents.server.ts'

/** As the services take them themselves; HELP is theirs to answer. */
const stopWords = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'opt out', 'optout'])
const startWords = new Set(['start', 'unstop', 'yes'])

/** A text from a patient. Anything but the words above is not read, and not stored. */
export async function receiveText(
  { database, vault }: { database: Database; vault: Vault },
  { number, text, now }: { number: string; text: string; now: number },
): Promise<'stopped' | 'started' | 'ignored'> {
  const word = text
    .trim()
    .replace(/[.!]+$/, '')
    .toLowerCase()
  if (stopWords.has(word))
    return database.transaction(async (tx) =>
      (await endConsents({ tx, vault }, patientActor, { number, by: 'stop', now })) ? 'stopped' : 'ignored',
    )
  if (startWords.has(word))
    return database.transaction(async (tx) =>
      (await renewConsents({ tx, vault }, patientActor, { number, now })) ? 'started' : 'ignored',
    )
  return 'ignored'
}
