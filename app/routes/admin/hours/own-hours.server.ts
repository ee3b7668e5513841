import { data } from 'react-router'
import { findHoursOf } from '#app/domain/booking/own-hours/own-hours.server.ts'
import { listGiven } from '#app/domain/content/given-services.ts'
import { listPeople } from '#app/domain/booking/service-needs.ts'
import { hoursByDay, weekdayName } from '#app/domain/clinic/opening-hours.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { isInScope } from '#app/domain/shared/scope.ts'
import { getActor, getStaff } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { mayPost } from '#app/http/rights.server.ts'
import { describeDays } from './describe-days.ts'

export async function getOwnHours(context: RequestContext, id: string) {
  const { database, clinic, content } = context.get(servicesContext)
  const { name, resource, days } = requirePerson(context, id)
  const now = Date.now()
  const facts = clinic.facts(now)
  const today = clinicDate(now, facts.timeZone)
  const hours = await loadOr503(context, () => findHoursOf(database.db, resource, today))
  const services = content.list('services').map((service) => ({ id: service.id, title: service.title }))
  const onTeam = content.list('team').find((one) => one.id === id)
  const given = onTeam ? listGiven(content, onTeam) : []
  const { role } = getStaff(context)
  const isManager = mayPost(role, '/admin/hours/:id', 'allow')
  return {
    id,
    name,
    isManager,
    mayChange: isManager || hours.isTheirs,
    isTheirs: hours.isTheirs,
    revision: hours.revision,
    asClinic: hours.week === undefined,
    week: hoursByDay({ hours: hours.week ?? facts.hours }),
    teamDays: days?.map(weekdayName).join(', '),
    days: hours.days.map((one) => ({ id: one.id, text: describeDays(one, today) })),
    today: today.toString(),
    services: services.map((service) => ({
      ...service,
      isGiven: given.includes(service.id),
      isAllowed: hours.allowed.includes(service.id),
    })),
  }
}

export type OwnHoursView = Awaited<ReturnType<typeof getOwnHours>>

/** Somebody who is booked by name; to a practitioner nobody else is there. */
export function requirePerson(context: RequestContext, id: string) {
  const { booking } = context.get(servicesContext)
  const person = listPeople(booking).find((one) => one.id === id)
  if (!person?.name || !isInScope(getActor(context).scope, { person: person.resource }))
    throw data(null, { status: 404 })
  return { ...person, name: person.name }
}
