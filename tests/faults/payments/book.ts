import { shownDueField } from '#app/domain/booking/money/pay-ahead.ts'
import { offeredTimes, patientEmail, type PatientVisitor, withDraft } from '#tests/support/booking.ts'
import { formWith } from '#tests/support/visitor.ts'
import { openDaysAhead } from '../booking/open-days.ts'
import { type PaidBooking, paidPlan } from './terms.ts'
import { attempt, type Deps } from './visitors.ts'

/** `link`: of the appointment's page. */
export type Booked = { browser: PatientVisitor; email: string; link: string }

const widget = '/booking/widget'

/** A new patient books a service at any time; undefined if something failed or the time was taken. */
export async function bookService(
  deps: Deps,
  { path, payAhead, cents, cancelFee }: PaidBooking,
): Promise<Booked | undefined> {
  const { site, chance } = deps
  const n = newNumber(deps)
  return attempt(deps, async () => {
    const browser = await withDraft(site, n, { path })
    const times = await offeredTimes(browser, `${widget}?day=${chance.oneOf(openDaysAhead(Date.now()))}`)
    if (times.length === 0) return undefined
    const due = `${payAhead} ${cents} ${cancelFee}`
    await browser.post(widget, { at: chance.oneOf(times), who: '', [shownDueField]: due })
    const link = /href="(\/appointments\/[^"/]+)/.exec(await (await browser.get(widget)).text())?.[1]
    return link ? { browser, email: patientEmail(n), link } : undefined
  })
}

/** The same for a plan, at one of the proposals. */
export async function bookPlan(deps: Deps): Promise<Booked | undefined> {
  const { site, chance } = deps
  const n = newNumber(deps)
  return attempt(deps, async () => {
    const browser = await withDraft(site, n, { path: paidPlan.path })
    const proposals = await (await browser.get('/booking/plan')).text()
    const addresses = [...proposals.matchAll(/href="(\/booking\/plan\?d=[^"#]*)"/g)].map(([, one = '']) => one)
    if (addresses.length === 0) return undefined
    const chosen = await (await browser.get(chance.oneOf(addresses).replaceAll('&amp;', '&'))).text()
    const { action, fields } = formWith(chosen, 'draft')
    const booked = await browser.post(action, fields)
    const link = /^(\/appointments\/[^/]+)\/pay$/.exec(booked.headers.get('Location') ?? '')?.[1]
    return link ? { browser, email: patientEmail(n), link } : undefined
  })
}

/** Of a new person: nobody has too many upcoming appointments. */
export const newNumber = ({ chance }: Deps) => Math.floor(chance.between(0, 1e9))
