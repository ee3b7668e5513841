import { setTimeout as pause } from 'node:timers/promises'
import { bookPlan, bookService, type Booked } from './book.ts'
import { goToCheckout } from './checkout.ts'
import { card, deposit, fullPrice } from './terms.ts'
import { attempt, type Deps } from './visitors.ts'

/** Books what is paid in advance, and pays; it is canceled, answered or refunded before, meanwhile or after, or takes place. */
export async function bookAndPay(deps: Deps) {
  const { chance } = deps
  const booked = await bookService(deps, chance.oneOf([deposit, fullPrice]))
  if (!booked) return
  await goToCheckout(deps, booked.browser, booked.link, () =>
    mayHappen(deps, booked, 0.3, [cancel, cancelByStaff, answer]),
  )
  await Promise.all([
    mayHappen(deps, booked, 0.5, [refund]),
    mayHappen(deps, booked, 0.5, [cancel, cancelAndUndo, cancelLate, cancelByStaff, takePlace]),
  ])
  await mayHappen(deps, booked, 0.3, [refund])
}

/** Books with a card that is kept, and often owes a fee, which the bank may decline; then it is sometimes paid online. */
export async function bookWithCard(deps: Deps) {
  const { chance, server } = deps
  const booked = await bookService(deps, card)
  if (!booked) return
  await goToCheckout(deps, booked.browser, booked.link, () =>
    mayHappen(deps, booked, 0.3, [cancel, cancelByStaff, answer]),
  )
  server.state.declines = chance.next() < 0.3 ? 'insufficient_funds' : undefined
  await chance.oneOf([cancelLate, cancelLate, takePlace, cancel, cancelAndUndo])(deps, booked)
  if (chance.next() < 0.5) await goToCheckout(deps, booked.browser, booked.link)
}

/**
 * Books a plan and pays for it. Some days take place and others are canceled, also late, and at last all that are left. No day
 * is recorded as the last one ahead, so that what is held then goes back.
 */
export async function bookAndPayPlan(deps: Deps) {
  const booked = await bookPlan(deps)
  if (!booked) return
  await goToCheckout(deps, booked.browser, booked.link, () =>
    mayHappen(deps, booked, 0.3, [cancel, cancelPlan, answer]),
  )
  await Promise.all([
    mayHappen(deps, booked, 0.5, [refund]),
    mayHappen(deps, booked, 0.8, [cancel, cancelLate, takePlace]),
  ])
  await mayHappen(deps, booked, 0.5, [takePlace])
  await Promise.all([
    mayHappen(deps, booked, 0.3, [refund]),
    mayHappen(deps, booked, 0.5, [cancelPlan, cancelPlanLate, cancelPlanLate]),
  ])
}

type Act = (deps: Deps, booked: Booked) => Promise<unknown>

async function mayHappen(deps: Deps, booked: Booked, probability: number, acts: readonly Act[]) {
  const { chance } = deps
  if (chance.next() > probability) return
  await pause(chance.between(0, 200))
  await chance.oneOf(acts)(deps, booked)
}

const press = (deps: Deps, { browser, link }: Booked, intent: string) =>
  attempt(deps, () => browser.post(link, { intent }))

const cancel: Act = (deps, booked) => press(deps, booked, 'cancel')

const cancelPlan: Act = (deps, booked) => press(deps, booked, 'cancel-plan')

const cancelAndUndo: Act = async (deps, booked) => {
  await cancel(deps, booked)
  await pause(deps.chance.between(0, 300))
  await press(deps, booked, 'undo')
}

const cancelLate: Act = async (deps, booked) => {
  const { staff, chance } = deps
  const [first] = await staff.listConfirmed(booked.email)
  if (!first || !(await staff.setStart(first.id, 'soon'))) return
  await chance.oneOf([cancel, cancel, cancelAndUndo])(deps, booked)
}

/** Of the days that are left, some are late. */
const cancelPlanLate: Act = async (deps, booked) => {
  const { staff, chance } = deps
  const days = await staff.listConfirmed(booked.email)
  for (const { id } of days.slice(0, chance.oneOf([1, 2]))) await staff.setStart(id, 'soon')
  await cancelPlan(deps, booked)
  if (chance.next() > 0.3) return
  await pause(chance.between(0, 300))
  await press(deps, booked, 'undo')
}

const refund: Act = async (deps, { email }) => {
  const { staff } = deps
  const subject = await staff.findSubject(email)
  if (subject) await staff.refund(deps, subject)
}

const cancelByStaff: Act = async ({ staff }, { email }) => {
  const id = await staff.findAppointment(email)
  if (id) await staff.cancel(id)
}

const answer: Act = async ({ staff, chance }, { email }) => {
  const id = await staff.findAppointment(email)
  if (id) await staff.answer(id, chance.oneOf(['accepted', 'declined']))
}

/** Of a plan, its last day; or the patient does not come. */
const takePlace: Act = async ({ staff, chance }, { email }) => {
  const last = (await staff.listConfirmed(email)).at(-1)
  if (last && (await staff.setStart(last.id, 'past')))
    await staff.record(last.id, chance.oneOf(['completed', 'no-show']))
}
