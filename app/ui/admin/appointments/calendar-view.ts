import type { AppointmentState } from '#app/domain/booking/appointment.ts'
import type { ClockStretch, GridRow } from '#app/domain/booking/calendar-grid.ts'

export const spans = ['day', 'week', 'list'] as const
export type Span = (typeof spans)[number]

export type VisitRow = {
  id: string
  /** '9:30 am to 10:30 am'; with its day where none stands above. */
  time: string
  name: string
  phone: string
  service: string
  /** Practitioner and room, as far as there are several. */
  place: string
  state: AppointmentState
  cancelledLate: boolean
}

/** Time that the clinic keeps: '9 am to 12 pm', or from one day to another. */
export type KeptRow = {
  id: string
  time: string
  /** Whom or what it is kept for, unless it is everyone. */
  what: string
  note?: string
}

export type CalendarDay = {
  key: string
  name: string
  /** When the clinic is open, or why it is not. */
  hours: string
  visits: VisitRow[]
  kept: KeptRow[]
}

export type GridEntry = ClockStretch & ({ visit: VisitRow; kept?: never } | { kept: KeptRow; visit?: never })

/** A day of a week, or a practitioner on a day. */
export type GridColumn = {
  key: string
  title: string
  href?: string
  isToday: boolean
  hours: string
  /** What is kept of it as a whole, or of a part of those who work there. */
  kept: KeptRow[]
}

export type Grid = { columns: GridColumn[]; rows: (GridRow<GridEntry> & { clock: string })[] }
