import { findNearestTimes, findSoonestDays } from '#app/domain/booking/availability.server.ts'
import { withoutNotice } from '#app/domain/booking/booking-rules.ts'
import { formatShortAppointmentTime, formatShortDay, formatTimeOfDay } from '#app/domain/booking/format-appointment.ts'
import type { OpenTime } from '#app/domain/booking/open-times.ts'
import { listPlanTemplates, type PlanTemplate } from '#app/domain/booking/plans/plan-template.ts'
import { findOtherTimes, findProposals } from '#app/domain/booking/plans/proposals.server.ts'
import { formatPlanDay, formatPlanDays, mostDays, parsePlanDay } from '#app/domain/booking/plans/moved-days.ts'
import type { PlanDay } from '#app/domain/booking/plans/propose.ts'
import { listPeople, toResourceNames } from '#app/domain/booking/service-needs.ts'
import { findService, nameService } from '#app/domain/catalogue/services.ts'
import { parseDay } from '#app/domain/shared/clinic-time.ts'
import type { Services } from '#app/services.server.ts'
import type { Typed } from '#app/http/parse-form.ts'
import { adminNewPlan as words } from '#content/pages/admin-plans.ts'

/** Days that staff put together without a template. */
export const ownTemplate = 'own'

/** A day that was chosen; `turn`: which of the template's days it is, from 0; none if staff added it. */
export type DraftDay = PlanDay & { serviceId: string; turn: number | undefined }

/** `template`: of the days as they are now; `base`: as it was chosen. */
export type Draft = { base: PlanTemplate; template: PlanTemplate; days: DraftDay[] }

type Deps = Pick<Services, 'booking' | 'content' | 'clinic' | 'database'>

/** The chosen template, or an empty one that staff fill with days. */
export function readBase({ content }: Pick<Deps, 'content'>, typed: Typed): PlanTemplate {
  const templates = listPlanTemplates(content)
  const own = { id: ownTemplate, title: typed.title?.trim() || words.own, samePerson: false, daysOff: [], days: [] }
  if (typed.template === ownTemplate) return own
  return templates.find(({ id }) => id === typed.template) ?? templates[0] ?? own
}

/** What was chosen so far. Days of another template, and anything that the page did not write, are left out. */
export function readDraft({ content }: Pick<Deps, 'content'>, typed: Typed): Draft {
  const base = readBase({ content }, typed)
  const days: DraftDay[] = []
  for (let number = 1; number <= mostDays && typed.of === base.id; number += 1) {
    const at = parsePlanDay(typed[`other.${number}`] || typed[`day.${number}`])
    const serviceId = findService(content, typed[`service.${number}`] ?? '')?.id
    const turn = /^\d{1,2}$/.test(typed[`turn.${number}`] ?? '') ? Number(typed[`turn.${number}`]) : undefined
    if (at && serviceId) days.push({ ...at, serviceId, turn })
  }
  return toDraft(base, days)
}

/** Each day needs what its turn in the template does; one that staff added, what its service does. */
export function toDraft(base: PlanTemplate, days: readonly DraftDay[]): Draft {
  const inOrder = days.toSorted((one, other) => one.startsAt - other.startsAt)
  const template = {
    ...base,
    days: inOrder.map(
      ({ serviceId, turn }) =>
        (turn === undefined ? undefined : base.days[turn]) ?? {
          serviceId,
          needs: { together: 1 },
          gap: { least: 1, most: mostDays },
        },
    ),
  }
  return { base, template, days: inOrder }
}

/** Complete proposals for a template, each with all days as a button's value. */
export async function viewProposals(deps: Deps, template: PlanTemplate, typed: Typed, now: number) {
  if (template.days.length === 0) return undefined
  const { timeZone } = deps.clinic.facts(now)
  const wish = {
    template,
    from: parseDay(typed.from ?? ''),
    part: typed.part === 'morning' || typed.part === 'afternoon' ? typed.part : undefined,
    personId: deps.booking.practitioners.find(({ id }) => id === typed.with)?.id,
    now,
  } as const
  const { proposals, failing } = await findProposals(reading(deps), wish)
  return {
    proposals: proposals.map(({ kind, days }) => ({
      kind,
      value: formatPlanDays(days),
      days: days.map((day) => describe(deps, day, timeZone)),
    })),
    failing: failing && {
      number: failing.planDay,
      near: failing.near.map(({ time }) => formatShortAppointmentTime(time, timeZone)),
    },
  }
}

/** The chosen days as the page shows them; `open`: those whose other times are asked for, by number. */
export async function viewDays(deps: Deps, { template, days }: Draft, open: readonly number[], now: number) {
  const { timeZone } = deps.clinic.facts(now)
  const views = []
  for (const [index, day] of days.entries()) {
    const number = index + 1
    const times = open.includes(number) ? await findTimes(deps, { template, days }, index, now) : undefined
    views.push({
      number,
      value: formatPlanDay(day),
      serviceId: day.serviceId,
      turn: day.turn,
      service: nameService(deps.content, day.serviceId),
      when: formatShortAppointmentTime(day, timeZone),
      who: toResourceNames(deps.booking, [`person:${day.personId}`]).join(', '),
      options: times?.map((time) => [toOption(time, day.personId), describeOption(time, timeZone)] as const),
    })
  }
  return views
}

/** As the template has it, between the days before and after; otherwise what is free nearest to it. */
async function findTimes(deps: Deps, { template, days }: Omit<Draft, 'base'>, index: number, now: number) {
  const planned = await findOtherTimes(reading(deps), { template, days, planDay: index + 1, now })
  if (planned.length > 0) return planned.flatMap(({ times }) => times)
  const { serviceId, startsAt } = days[index]!
  return findNearestTimes(reading(deps), { serviceId, needs: template.days[index]!.needs, startsAt, now })
}

/** With the same person, if she is free then. */
const toOption = ({ startsAt, people }: OpenTime, personId: string) =>
  formatPlanDay({ startsAt, personId: people.some(({ id }) => id === personId) ? personId : people[0]!.id })

const describeOption = (time: OpenTime, timeZone: string) =>
  `${formatShortDay(time.startsAt, timeZone)}, ${formatTimeOfDay(time.startsAt, timeZone)}`

/** The soonest free time after all others, for a day that staff add. */
export async function findNextTime(deps: Deps, { days }: Draft, serviceId: string, now: number) {
  const { timeZone } = deps.clinic.facts(now)
  const last = days.at(-1)
  const from = last && Temporal.Instant.fromEpochMilliseconds(last.startsAt).toZonedDateTimeISO(timeZone).toPlainDate()
  const [open] = await findSoonestDays(
    reading(deps),
    { serviceId, now, ...(from && { from: from.add({ days: 1 }) }) },
    1,
  )
  const time = open?.times[0]
  return time && parsePlanDay(toOption(time, last?.personId ?? ''))
}

/** The clinic books at short notice. */
const reading = ({ database, clinic, booking }: Deps) => withoutNotice({ db: database.db, clinic, booking })

function describe({ booking }: Deps, { startsAt, personId }: PlanDay, timeZone: string) {
  const [name] = listPeople(booking).length > 1 ? toResourceNames(booking, [`person:${personId}`]) : []
  return [formatShortAppointmentTime({ startsAt }, timeZone), name].filter(Boolean).join(', ')
}
