import type { Weekday } from '#app/domain/clinic/clinic.ts'
import type { Content } from '#app/domain/content/content-record.ts'

/** All times start and end on these, so that a slot is free or taken as a whole. */
export const slotMinutes = 5

type ServiceRules = {
  minutes?: number
  /** Ids; all of them otherwise. */
  rooms?: readonly string[]
  /** Ids, of nobody if it has none; all of them otherwise. */
  practitioners?: readonly string[]
  /** 'offered': the patient chooses between in person and video. */
  byVideo?: true | 'offered'
  /** A booking is a request until the clinic accepts or declines it. */
  confirmedByClinic?: true
  /** Shown only on the appointment's page, never emailed. */
  preparation?: string
}

export type Room = { id: string; name: string }

export type Practitioner = {
  id: string
  name: string
  /** 'English, Hindi'. */
  languages?: string
  /** Otherwise every day on which the clinic is open. */
  days?: readonly Weekday[]
  /** The video meeting; without it the clinic sends a link. */
  videoUrl?: string
}

/** What booking goes by, as the clinic publishes it in the dashboard: see `liveBooking`. */
export type BookingContent = Omit<Content<'booking-rules'>, 'confirmed'> & {
  /** Nobody at the clinic has confirmed the rules yet. */
  standIn?: boolean
  /** In the order in which equally free ones are chosen. */
  rooms: readonly Room[]
  /** Rooms that were removed, which appointments may still name. */
  formerRooms?: readonly Room[]
  /** In the order in which equally free ones are chosen. Without any there is one unnamed person. */
  practitioners: readonly Practitioner[]
  /** People who were removed, whom appointments may still name. */
  formerPractitioners?: readonly Practitioner[]
  /** Of a service that is not known any more. */
  usual: { minutes: number }
  services: Readonly<Record<string, ServiceRules>>
}
