import type { Actor } from '#app/domain/audit/audit.server.ts'
import { patientActor } from '#app/domain/audit/patient-actor.ts'
import { endConsents } from '#app/domain/text-messages/consents.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { findEntry, isOnList } from './entries.server.ts'
import { consentToOffers, toOfferConsenter } from './offer-consents.server.ts'

type Deps = Pick<BookingDeps, 'database' | 'vault' | 'clinic'>

/** On the page of a place on the list. */
export const turnOnOfferTexts = (deps: Deps, entryId: string, now: number): Promise<{ ok: boolean }> =>
  deps.database.transaction(async (tx) => {
    const entry = await findEntry(tx, entryId)
    if (!entry || !isOnList(entry)) return { ok: false }
    return { ok: await consentToOffers(deps, tx, patientActor, entry, now) }
  })

/** Somebody on the list ends their own; staff, who were told so, all of the number. */
export const turnOffOfferTexts = (
  { database, vault }: Pick<Deps, 'database' | 'vault'>,
  entryId: string,
  { by = patientActor, now }: { by?: Actor; now: number },
): Promise<{ ok: boolean }> =>
  database.transaction(async (tx) => {
    const entry = await findEntry(tx, entryId)
    const consenter = entry && toOfferConsenter(entry)
    if (!consenter) return { ok: false }
    const { number, records } = consenter
    return { ok: await endConsents({ tx, vault }, by, { number, now, ...(by === patientActor && { records }) }) }
  })
