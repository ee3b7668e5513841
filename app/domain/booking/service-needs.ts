import type { Tables } from '#app/database/tables.ts'
import type { Scope } from '#app/domain/shared/scope.ts'
import { ownValue } from '#app/domain/shared/own-value.ts'
import { weekdayOf } from '#app/domain/clinic/opening-hours.ts'
import type { BookingContent, Practitioner } from './booking-content.ts'

export type Resource = Tables['holds']['resource']

export type Person = { resource: `person:${string}`; id: string; name?: string } & Pick<
  Practitioner,
  'days' | 'languages'
>

/** What one service needs, with every default filled in. */
export type ServiceNeeds = {
  minutes: number
  /** How many people give it together. */
  together: number
  /** In content's order. */
  people: Person[]
  /** Empty if the service needs none. */
  rooms: `room:${string}`[]
  byVideo: boolean
  /** Whether the patient chooses between in person and video. */
  videoOffered: boolean
  confirmedByClinic: boolean
  preparation: string | undefined
}

/** What one day of a plan needs otherwise than its service; ids as in content. */
export type DayNeeds = {
  minutes?: number | undefined
  practitioners?: readonly string[] | undefined
  rooms?: readonly string[] | undefined
  together: number
}

/** The id in content and forms. */
export const toResourceId = (resource: Resource) => resource.slice(resource.indexOf(':') + 1)

/** Without practitioners there is one person without a name (product decisions, 'Hours and booking'). */
export const unnamed: Person = { resource: 'person:clinic', id: 'clinic' }

export const listPeople = ({ practitioners }: Pick<BookingContent, 'practitioners'>): Person[] =>
  practitioners.length === 0
    ? [unnamed]
    : practitioners.map(({ id, ...person }) => ({ ...person, id, resource: `person:${id}` }))

/** Whether it is one of the days at the clinic. */
export const worksOn = ({ days }: Pick<Person, 'days'>, day: Temporal.PlainDate) =>
  days === undefined || days.includes(weekdayOf(day))

/**
 * `wantsVideo` counts only where video is offered. A service whose rooms were all removed is given by nobody: without a
 * room it would count as by video.
 */
export function needsFor(content: BookingContent, serviceId: string, wantsVideo = false, day?: DayNeeds): ServiceNeeds {
  const own = ownValue(content.services, serviceId) ?? {}
  const videoOffered = own.byVideo === 'offered'
  const byVideo = own.byVideo === true || (videoOffered && wantsVideo)
  const isRoom = (id: string) => (own.rooms?.includes(id) ?? true) && (day?.rooms?.includes(id) ?? true)
  const rooms = byVideo ? [] : content.rooms.filter(({ id }) => isRoom(id))
  const gives = (id: string) => (own.practitioners?.includes(id) ?? true) && (day?.practitioners?.includes(id) ?? true)
  const people = listPeople(content).filter(({ id }) => gives(id))
  return {
    minutes: day?.minutes ?? own.minutes ?? content.usual.minutes,
    together: day?.together ?? 1,
    people: byVideo || rooms.length > 0 ? people : [],
    rooms: rooms.map(({ id }) => `room:${id}` as const),
    byVideo,
    videoOffered,
    confirmedByClinic: own.confirmedByClinic ?? false,
    preparation: own.preparation,
  }
}

/** Leaves out a person without a name. */
export function toResourceNames(content: BookingContent, resources: readonly Resource[]) {
  const names = new Map<Resource, string | undefined>([
    ...listPeople(content).map(({ resource, name }) => [resource, name] as const),
    ...(content.formerPractitioners ?? []).map(({ id, name }) => [`person:${id}` as const, name] as const),
    ...[...content.rooms, ...(content.formerRooms ?? [])].map(({ id, name }) => [`room:${id}` as const, name] as const),
  ])
  return resources.flatMap((resource) => names.get(resource) ?? [])
}

/** An appointment without a room is by video. Undefined: in person. */
export function getVideo(
  content: BookingContent,
  { room, person }: { room: Resource | undefined; person: Resource },
): { url?: string | undefined } | undefined {
  if (room !== undefined) return undefined
  return { url: content.practitioners.find(({ id }) => id === toResourceId(person))?.videoUrl }
}

/** What somebody may block: the people and rooms of the clinic, or themselves. */
export const resourcesWithin = (scope: Scope, content: BookingContent): Resource[] =>
  scope === 'everything' ? allResources(content) : [scope.person]

export const allResources = (content: BookingContent): Resource[] => [
  ...listPeople(content).map(({ resource }) => resource),
  ...content.rooms.map(({ id }): Resource => `room:${id}`),
]
