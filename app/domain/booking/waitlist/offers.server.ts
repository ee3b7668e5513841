import { randomUUID } from 'node:crypto'
import type { Selectable, Updateable } from 'kysely'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { patientActor } from '#app/domain/audit/patient-actor.ts'
import { deleteUnsent, sendEmail } from '#app/domain/outbox/emails.server.ts'
import { cancelText } from '#app/domain/text-messages/texts.server.ts'
import { withoutNulls, type WithoutNulls } from '#app/domain/shared/without-nulls.ts'
import { finishChange } from '#app/domain/booking/appointment-change.server.ts'
import type { BusyInterval, Interval } from '#app/domain/booking/busy.ts'
import { type ChosenTime, usedResources } from '#app/domain/booking/choose-time.server.ts'
import { bookingRules } from '#app/domain/booking/booking-rules.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { heldWithin, lockHolds, releaseSlots, reserveSlots } from '#app/domain/booking/holds.server.ts'
import { findDue, toPayable, toShownDue, toTerms } from '#app/domain/booking/money/pay-ahead.ts'
import { askForPayment } from '#app/domain/booking/money/payment-emails.server.ts'
import { findHoldBack, type Visitor } from '#app/domain/booking/held-back/gate.server.ts'
import { insertAppointment } from '#app/domain/booking/insert-appointment.server.ts'
import { needsConfirmation } from '#app/domain/booking/needs-confirmation.server.ts'
import { toContact } from '#app/domain/patients/patient-fields.ts'
import { withBuffer } from '#app/domain/booking/open-times.ts'
import type { Resource } from '#app/domain/booking/service-needs.ts'
import { offerRules } from '#content/pages/waitlist.ts'
import { acceptOfferText, offerTextId } from './accept-offer-text.server.ts'
import { type Entry, findEntry, isOnList, listWaiting, recordWishes, updateEntry } from './entries.server.ts'
import { type Freed, type OfferedTime, openFreedTime } from './find-time.server.ts'
import { offerUntil } from './offer-until.ts'
import { type Passed, passedInWords, toPassed } from './passed.ts'
import { isStillOpen } from './still-open.server.ts'

export type Offer = WithoutNulls<Selectable<Tables['waitlistOffers']>>

const program: Actor = { who: 'program', from: 'here' }

/**
 * Offers freed time to the first on the list whom it suits, and what is left of it to the next ones. It is reserved for
 * them in the transaction that released it, so it is on the website at no moment. Returns how many are asked.
 * `emailAt`: once what freed it can no longer be undone.
 */
export async function offerFreed(
  deps: BookingDeps,
  tx: Tx,
  freed: readonly Freed[],
  { now, emailAt = now, by = program }: { now: number; emailAt?: number; by?: Actor },
): Promise<number> {
  if (freed.length === 0) return 0
  const stretch = {
    from: Math.min(...freed.map(({ from }) => from)),
    until: Math.max(...freed.map(({ until }) => until)),
  }
  const holdUntil = (startsAt: number, serviceId?: string) =>
    offerUntil(startsAt, now, { ...deps.clinic.facts(now), ...bookingRules(deps.booking, serviceId).times })
  const until = holdUntil(stretch.from)
  if (until === undefined) return 0
  const waiting = await listWaiting(tx)
  if (waiting.length === 0) return 0
  const asked = await listAsked(tx, stretch)
  const holding = await listHolding(tx)
  const freedTime = await openFreedTime({ ...deps, tx }, freed, now)
  const passed: { place: number; reason: Passed['reason'] }[] = []
  let made = 0
  for (const entry of waiting) {
    const found = holding.has(entry.firstPlace)
      ? ({ ok: false, reason: 'offered' } as const)
      : asked.has(entry.firstPlace)
        ? ({ ok: false, reason: 'asked' } as const)
        : freedTime.find(entry)
    if (!found.ok) {
      passed.push({ place: entry.place, reason: found.reason })
      continue
    }
    const heldUntil = holdUntil(found.time.startsAt, found.time.serviceId) ?? until
    await makeOffer(deps, tx, entry, found.time, {
      ...{ passed: toPassed(passed), freed: stretch, until: heldUntil },
      ...{ now, emailAt, by },
    })
    made += 1
    freedTime.take(found.time)
    holding.add(entry.firstPlace)
    passed.push({ place: entry.place, reason: 'offered' })
  }
  return made
}

type OfferOptions = { passed: Passed[]; freed: Interval; until: number; now: number; emailAt: number; by: Actor }

async function makeOffer(
  deps: BookingDeps,
  tx: Tx,
  entry: Entry,
  { serviceId, startsAt, endsAt, person, room }: OfferedTime,
  { passed, freed, until, now, emailAt, by }: OfferOptions,
) {
  const id = randomUUID()
  await reserveSlots(tx, `offer:${id}`, usedResources({ person, room }), withBuffer({ startsAt, endsAt }, deps.booking))
  await tx
    .insertInto('waitlistOffers')
    .values({
      id,
      entryId: entry.id,
      ...{ serviceId, startsAt, endsAt, person, room: room ?? null },
      ...{ offeredAt: now, until, state: 'open', passed: JSON.stringify(passed) },
      byClinic: by === program ? 0 : 1,
    })
    .execute()
  await deps.queue.enqueue(tx, 'end-offer', { offerId: id }, { runAt: until })
  if (entry.email) {
    const email = { kind: 'waitlist-offer', ids: { offerId: id }, recipient: entry.email } as const
    await sendEmail({ ...deps, tx }, { ...email, ...(emailAt > now && { sendAt: emailAt }) })
  }
  await acceptOfferText(deps, tx, { offerId: id, entry, sendAt: emailAt, now })
  const detail = [
    `place ${entry.place}`,
    `freed ${toIso(freed.from)} to ${toIso(freed.until)}`,
    `offered ${toIso(startsAt)} to ${toIso(endsAt)}`,
    `held until ${toIso(until)}`,
    passedInWords(passed),
  ].join(', ')
  await recordAct({ ...deps, tx }, by, { act: 'waitlist.offered', record: `waitlist:${entry.id}`, detail })
  return id
}

const toIso = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toString()

/**
 * 'over': declined, passed on, its time is up, or it is no longer open; the person keeps their place on the list.
 * 'due-changed': what is to be paid is no longer what the person was shown.
 */
type Accepted = { ok: true; appointmentId: string } | { ok: false; reason: 'over' | 'due-changed' }

/**
 * Makes an offer the appointment of the person on the list, whoever pressed; the clinic confirms it first if it would one
 * that they book. Accepting it again finds the same one.
 */
export function acceptOffer(
  deps: BookingDeps,
  offerId: string,
  now: number,
  { shownDue = '', ...visitor }: Visitor & { shownDue?: string | undefined } = {},
): Promise<Accepted> {
  return deps.database.transaction(async (tx) => {
    const found = await findOpen(deps, tx, offerId)
    if (found?.offer.appointmentId) return { ok: true, appointmentId: found.offer.appointmentId }
    if (found?.offer.state !== 'open' || !isOnList(found.entry)) return { ok: false, reason: 'over' }
    const { offer, entry } = found
    if (offer.until <= now) {
      await endOffer(deps, tx, found, 'expired', { by: program, now })
      return { ok: false, reason: 'over' }
    }
    if (!(await isStillOpen(deps, tx, offer, now))) {
      await withdraw(deps, tx, [found], { why: 'no longer open', now })
      await deps.pages.purge(tx, 'booking')
      return { ok: false, reason: 'over' }
    }
    const due = findDue(deps, offer)
    if (toShownDue(due) !== shownDue) return { ok: false, reason: 'due-changed' }
    const { startsAt, endsAt, person, room } = offer
    const chosen: ChosenTime = { ok: true, startsAt, endsAt, person, room, assistants: [], isForced: false }
    const { serviceId } = offer
    const patient = toContact(entry)
    const state = (await needsConfirmation(deps, tx, { serviceIds: [serviceId], patient, now }))
      ? 'requested'
      : 'confirmed'
    const heldBack = await findHoldBack(deps, tx, { ...visitor, email: entry.email, now })
    const toPay = heldBack ? undefined : due
    const payable = toPay && { ...toPayable(state, now), ...toTerms(toPay) }
    const online = { ...visitor, heldBack }
    // Whoever presses, the address is what was typed when they joined.
    const by = entry.byPatient === 1 ? ('patient' as const) : { ...program, scope: 'everything' as const }
    const held = { heldAs: `offer:${offerId}`, by, online, now } as const
    const appointment = { serviceId, state, patient, payable, ...held } as const
    const { id } = await insertAppointment(deps, tx, appointment, chosen)
    await updateOffer(tx, offerId, { state: 'accepted', appointmentId: id, endedAt: now })
    await updateEntry(tx, entry.id, { state: 'booked', silent: 0, endedAt: now })
    if (toPay) await askForPayment(deps, tx, { id, email: entry.email }, undefined)
    else await finishChange(deps, tx, 'patient', { id, news: 'booked', now })
    await recordEnd(deps, tx, patientActor, 'waitlist.accepted', found, `appointment ${id}`)
    if (heldBack) await offerFreed(deps, tx, await releaseSlots({ ...deps, tx }, `offer:${offerId}`), { now })
    return { ok: true, appointmentId: id }
  })
}

/** Passes an offer on: its person declined it, or the clinic skipped them and says why. Repeating it does nothing. */
export function passOn(
  deps: BookingDeps,
  offerId: string,
  { by, why, now }: { by: 'patient' | Actor; why?: string | undefined; now: number },
): Promise<{ ok: boolean }> {
  return deps.database.transaction(async (tx) => {
    const found = await findOpen(deps, tx, offerId)
    if (found?.offer.state !== 'open') return { ok: false }
    if (by === 'patient') await endOffer(deps, tx, found, 'declined', { by: patientActor, now })
    else await endOffer(deps, tx, found, 'skipped', { by, why, now })
    return { ok: true }
  })
}

/** Ends an offer that nobody answered. Returns when it ends if that lies ahead, because the clock was set back. */
export function expireOffer(deps: BookingDeps, offerId: string, now: number): Promise<number | undefined> {
  return deps.database.transaction(async (tx) => {
    const found = await findOpen(deps, tx, offerId)
    if (found?.offer.state !== 'open') return undefined
    if (found.offer.until > now) return found.offer.until
    await endOffer(deps, tx, found, 'expired', { by: program, now })
    return undefined
  })
}

type Leaving = { by?: Actor; now: number }

/** Takes somebody off the list; what was offered to them goes to the next. The clinic can undo it. */
export function leaveWaitlist(
  deps: BookingDeps,
  entryId: string,
  { by = patientActor, now }: Leaving,
): Promise<{ ok: boolean }> {
  return deps.database.transaction(async (tx) => {
    await lockHolds({ ...deps, tx })
    const entry = await findEntry(tx, entryId)
    if (!entry || !isOnList(entry)) return { ok: false }
    const offer = (await listOpenOffers(tx)).find((open) => open.entryId === entryId)
    await updateEntry(tx, entryId, { state: 'left', endedAt: now })
    const act = by === patientActor ? 'waitlist.left' : 'waitlist.removed'
    await recordAct({ ...deps, tx }, by, { act, record: `waitlist:${entryId}`, detail: `place ${entry.place}` })
    if (offer) await endOffer(deps, tx, { offer, entry }, 'declined', { by, now })
    return { ok: true }
  })
}

/** Back on the list, at the same place. */
export function undoRemoval(deps: BookingDeps, by: Actor, entryId: string): Promise<{ ok: boolean }> {
  return deps.database.transaction(async (tx) => {
    await lockHolds({ ...deps, tx })
    const entry = await findEntry(tx, entryId)
    if (entry?.state !== 'left') return { ok: entry !== undefined && isOnList(entry) }
    await updateEntry(tx, entryId, { state: 'waiting', endedAt: null })
    await recordWishes(deps, tx, by, 'waitlist.removal-undone', entry)
    return { ok: true }
  })
}

/**
 * Offers an open hour of a practitioner to the list, in its order: the clinic chooses the hour, and nobody whom to ask.
 * Returns how many people it is held for; none if it is not open, or suits nobody.
 */
export function offerOpenHour(
  deps: BookingDeps,
  by: Actor,
  { person, startsAt, now }: { person: Offer['person']; startsAt: number; now: number },
): Promise<number> {
  return deps.database.transaction(async (tx) => {
    await lockHolds({ ...deps, tx })
    const until = startsAt + deps.booking.usual.minutes * 60_000
    const made = await offerFreed(deps, tx, [{ resource: person, from: startsAt, until }], { now, by })
    if (made > 0) await deps.pages.purge(tx, 'booking')
    return made
  })
}

/**
 * Takes back what was offered in a time if nobody was told yet: what freed it is undone. Returns what is free then, to be
 * offered again where the undo leaves it free.
 */
export async function withdrawUntold(
  deps: BookingDeps,
  tx: Tx,
  resources: readonly Resource[],
  interval: Interval,
  by: Actor,
): Promise<BusyInterval[]> {
  const freed: BusyInterval[] = []
  for (const found of await listOpenWithin(deps, tx, resources, interval)) {
    if (!(await deleteUnsent({ ...deps, tx }, 'waitlist-offer', [found.offer.id]))) continue
    if (!(await cancelText({ ...deps, tx }, offerTextId(found.offer.id)))) continue
    await updateOffer(tx, found.offer.id, { state: 'withdrawn' })
    freed.push(...(await releaseSlots({ ...deps, tx }, `offer:${found.offer.id}`)))
    await recordEnd(deps, tx, by, 'waitlist.withdrawn', found)
  }
  return freed
}

/**
 * Ends what is offered of time that the clinic blocks. Who was told of it is told that it is gone, and may be offered the
 * same time again. What lies outside of the blocked time goes to the next people.
 */
export async function withdrawOffers(
  deps: BookingDeps,
  tx: Tx,
  resources: readonly Resource[],
  interval: Interval,
  { by, now }: { by: Actor; now: number },
) {
  await withdraw(deps, tx, await listOpenWithin(deps, tx, resources, interval), { by, why: 'blocked', now })
}

/** Ends offers that can't be kept; what is released goes to the next people where it is still open. */
export async function withdraw(
  deps: BookingDeps,
  tx: Tx,
  offers: readonly Found[],
  { by = program, why, now }: { by?: Actor; why: 'blocked' | 'closed' | 'no longer open'; now: number },
) {
  const freed: BusyInterval[][] = []
  for (const found of offers) {
    const { offer, entry } = found
    const wasEmailed = !(await deleteUnsent({ ...deps, tx }, 'waitlist-offer', [offer.id]))
    const wasTexted = !(await cancelText({ ...deps, tx }, offerTextId(offer.id)))
    await updateOffer(tx, offer.id, { state: 'withdrawn', endedAt: now })
    const email = { kind: 'waitlist-withdrawn', ids: { offerId: offer.id }, recipient: entry.email } as const
    if (entry.email && (wasEmailed || wasTexted)) await sendEmail({ ...deps, tx }, email)
    freed.push(await releaseSlots({ ...deps, tx }, `offer:${offer.id}`))
    await recordEnd(deps, tx, by, 'waitlist.withdrawn', found, why)
  }
  for (const ofOffer of freed) await offerFreed(deps, tx, ofOffer, { now })
}

/** Each once, though an offer holds a person and a room. */
async function listOpenWithin(deps: BookingDeps, tx: Tx, resources: readonly Resource[], interval: Interval) {
  await lockHolds({ ...deps, tx })
  const holders = new Set((await heldWithin(tx, resources, interval)).map(({ holder }) => holder))
  const found: Found[] = []
  for (const holder of holders) {
    const offer = holder.startsWith('offer:') ? await findOffer(tx, holder.slice('offer:'.length)) : undefined
    if (offer?.offer.state === 'open') found.push(offer)
  }
  return found
}

export type Found = { offer: Offer; entry: Entry }

async function endOffer(
  deps: BookingDeps,
  tx: Tx,
  found: Found,
  state: 'declined' | 'expired' | 'skipped',
  { by, why, now }: { by: Actor; why?: string | undefined; now: number },
) {
  const { offer, entry } = found
  await updateOffer(tx, offer.id, { state, endedAt: now })
  await recordEnd(deps, tx, by, `waitlist.${state}`, found, why)
  await deleteUnsent({ ...deps, tx }, 'waitlist-offer', [offer.id])
  if (entry.state === 'waiting') await countSilence(deps, tx, entry, state)
  const released = await releaseSlots({ ...deps, tx }, `offer:${offer.id}`)
  await offerFreed(deps, tx, released, { now })
  await deps.pages.purge(tx, 'booking')
}

/** Who never answers is asked whether they still want to be told, and gets no offers until they say so. */
async function countSilence(deps: BookingDeps, tx: Tx, entry: Entry, state: Offer['state']) {
  if (state === 'skipped') return
  const silent = state === 'expired' ? entry.silent + 1 : 0
  const isPaused = silent >= offerRules.mostSilent
  await updateEntry(tx, entry.id, { silent, ...(isPaused && { state: 'paused' }) })
  if (!isPaused) return
  const detail = `place ${entry.place}`
  await recordAct({ ...deps, tx }, program, { act: 'waitlist.paused', record: `waitlist:${entry.id}`, detail })
  const email = { kind: 'waitlist', ids: { entryId: entry.id, about: 'paused' }, recipient: entry.email } as const
  if (entry.email) await sendEmail({ ...deps, tx }, { ...email, limitedAs: undefined })
}

const recordEnd = (
  deps: Pick<BookingDeps, 'vault'>,
  tx: Tx,
  by: Actor,
  act: 'waitlist.accepted' | 'waitlist.declined' | 'waitlist.expired' | 'waitlist.skipped' | 'waitlist.withdrawn',
  { offer, entry }: Found,
  more?: string,
) =>
  recordAct({ ...deps, tx }, by, {
    act,
    record: `waitlist:${entry.id}`,
    detail: [`place ${entry.place}, ${toIso(offer.startsAt)} to ${toIso(offer.endsAt)}`, more]
      .filter(Boolean)
      .join(', '),
  })

export async function findOffer(db: Db, id: string): Promise<Found | undefined> {
  const row = await db.selectFrom('waitlistOffers').selectAll().where('id', '=', id).executeTakeFirst()
  const entry = row && (await findEntry(db, row.entryId))
  return entry && { offer: withoutNulls(row), entry }
}

/** The offer as it is once all others that change the list are done. */
async function findOpen(deps: Pick<BookingDeps, 'database'>, tx: Tx, id: string) {
  await lockHolds({ ...deps, tx })
  return findOffer(tx, id)
}

/** The first to end comes first. */
export const listOpenOffers = async (db: Db): Promise<Offer[]> =>
  (
    await db
      .selectFrom('waitlistOffers')
      .selectAll()
      .where('state', '=', 'open')
      .orderBy('until')
      .orderBy('id')
      .execute()
  ).map((row) => withoutNulls(row))

/** Who has an offer, at whichever of their places: nobody has two at a time. */
const listHolding = async (tx: Tx) =>
  toFirstPlaces(await offersOfPeople(tx).where('offer.state', '=', 'open').execute())

/** Who answered an offer of this time, or let it pass: nobody is asked about the same hour twice. */
const listAsked = async (tx: Tx, { from, until }: Interval) =>
  toFirstPlaces(
    await offersOfPeople(tx)
      .where('offer.startsAt', '<', until)
      .where('offer.endsAt', '>', from)
      .where('offer.state', 'in', ['accepted', 'declined', 'expired', 'skipped'])
      .execute(),
  )

const offersOfPeople = (tx: Tx) =>
  tx
    .selectFrom('waitlistOffers as offer')
    .innerJoin('waitlistEntries as entry', 'entry.id', 'offer.entryId')
    .select('entry.firstPlace')

const toFirstPlaces = (rows: { firstPlace: number }[]) => new Set(rows.map(({ firstPlace }) => firstPlace))

const updateOffer = (
  tx: Tx,
  id: string,
  changes: Pick<Updateable<Tables['waitlistOffers']>, 'state' | 'appointmentId' | 'endedAt'>,
) => tx.updateTable('waitlistOffers').set(changes).where('id', '=', id).execute()
