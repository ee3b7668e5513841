import { type Appointment, isAccepted, isHere } from '#app/domain/booking/appointment.ts'
import { listNotSigned } from '#app/domain/booking/forms/forms.server.ts'
import { findPlansOf } from '#app/domain/booking/plans/booked-plans.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate, clinicMoment, formatDay } from '#app/domain/shared/clinic-time.ts'
import type { Scope } from '#app/domain/shared/scope.ts'
import { lateMinutes } from '#app/domain/today/day.ts'
import { readDay } from '#app/domain/today/day.server.ts'
import { readOwnToDo } from '#app/domain/today/today.server.ts'
import type { Services } from '#app/services.server.ts'
import { toDayRow } from './day-view.server.ts'
import { toTodoSections } from './to-do-view.server.ts'
import { myDay as words } from './words.ts'

/** A practitioner's day: the patient who is here, those who come later, and tomorrow's. */
export async function getMyDay(services: Services, scope: Scope, now: number) {
  const { database, content, clinic } = services
  const facts = clinic.facts(now)
  const today = clinicDate(now, facts.timeZone)
  const [day, tomorrow, sections] = await Promise.all([
    readDay(database, scope, today),
    readDay(database, scope, today.add({ days: 1 })),
    readOwnToDo(database, scope, now),
  ])
  const open = day.appointments.filter(isAccepted)
  const current = open.find(({ state }) => state === 'in-session') ?? open.find(isHere) ?? open.find(hasBegun(now))
  const shown = [...open, ...tomorrow.appointments]
  const notSigned = await listNotSigned({ db: database.db, content }, shown, now)
  const plans = await findPlansOf(database.db, scope, shown, now)
  const toRow = (appointment: Appointment) => ({
    ...toDayRow({ content, facts, notSigned }, appointment, now),
    planDay: toPlanDay(appointment, plans),
    isLate: lateMinutes(appointment, now) > 0,
    note: appointment.note,
    hasHealth: appointment.hasHealth,
  })
  return {
    date: formatDay(today, today),
    hour: new Date(now).toLocaleString('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone: facts.timeZone }),
    appointments: day.appointments.length,
    completed: day.appointments.filter(({ state }) => state === 'completed').length,
    current: current && toRow(current),
    later: open.filter((one) => one !== current).map(toRow),
    tomorrow: tomorrow.appointments.map(toRow),
    toDo: toTodoSections(content, sections, (at) => clinicMoment(at, clinicTimeZone, now), now),
  }
}

const hasBegun = (now: number) => (appointment: Appointment) => appointment.startsAt <= now

/** 'Day 3 of 7' of its plan. */
function toPlanDay({ id, planId = '' }: Appointment, plans: Awaited<ReturnType<typeof findPlansOf>>) {
  const plan = plans.get(planId)
  const day = plan?.days.find((each) => each.id === id)
  return plan && day && words.planDay(day.number, plan.progress.days)
}
