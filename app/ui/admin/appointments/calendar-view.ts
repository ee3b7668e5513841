import type { AppointmentState } from '#app/domain/booking/appointment.ts'
import type { ClockInterval, GridRow } from '#app/domain/booking/calendar-grid.ts'

export const spans = ['day', 'week', 'list'] as const
export type Span = (typeof spans)[number]

export type AppointmentRow = {
  id: string
  /** '9:30 am to 10:30 am', with the day if no heading shows it. */
  time: string
  name: string
  phone: string
  service: string
  /** Practitioner and room, if there are several. */
  place: string
  state: AppointmentState
  cancelledLate: boolean
}

/** Blocked time: '9 am to 12 pm', or from one day to another. */
export type BlockRow = {
  id: string
  time: string
  /** Staff or room; empty for everyone. */
  what: string
  note?: string
}

export type CalendarDay = {
  key: string
  name: string
  /** Opening hours, or why the clinic is closed. */
  hours: string
  appointments: AppointmentRow[]
  blocks: BlockRow[]
}

export type GridEntry = ClockInterval &
  ({ appointment: AppointmentRow; block?: never } | { block: BlockRow; appointment?: never })

/** A day of a week, or a practitioner on a day. */
export type GridColumn = {
  key: string
  title: string
  href?: string
  isToday: boolean
  hours: string
  /** Blocks of the whole day, or of some of the staff. */
  blocks: BlockRow[]
}

export type Grid = { columns: GridColumn[]; rows: (GridRow<GridEntry> & { clock: string })[] }
