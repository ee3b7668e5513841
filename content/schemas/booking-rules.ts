import type { ContentSchema, NumberField } from '#app/domain/content/content-schema.ts'

/** A slot of the calendar. */
const step = 5

const number = (label: string, [least, most]: [number, number], more: { hint: string; step?: number }) =>
  ({ kind: 'number', label, least, most, ...more }) as const satisfies NumberField

/** How appointments are booked online (product decisions, 'Hours and booking'). */
export const bookingRulesSchema = {
  title: 'Booking rules',
  fields: {
    stepMinutes: number('Minutes from one bookable time to the next', [5, 120], {
      step,
      hint: 'In steps of five: with 30, visitors see 9:00, 9:30, 10:00.',
    }),
    bufferMinutes: number('Minutes between two appointments', [0, 120], {
      step,
      hint: 'In steps of five. The same person and the same room stay free this long after each appointment.',
    }),
    noticeHours: number('Hours of notice', [0, 336], {
      hint: 'Closer to an appointment than this, nobody can book it online.',
    }),
    horizonDays: number('Days ahead', [1, 365], { hint: 'How far ahead visitors can book.' }),
    changeCutOffHours: number('Hours before which patients can move an appointment', [0, 336], {
      hint: 'They can cancel until it begins; later than this, the cancellation is marked as late.',
    }),
    graceMinutes: number('Minutes after booking in which it can be moved anyway', [0, 1_440], {
      hint: 'For those who see their mistake at once.',
    }),
    mostUpcoming: number('Upcoming appointments of one person', [1, 50], {
      hint: 'With the same email address and phone number. More come in as requests, which you confirm.',
    }),
    mostOnlinePerHour: number('Online bookings in an hour', [1, 1_000], {
      hint: 'More come in as requests. It protects your calendar from programs that fill it.',
    }),
    confirmed: { kind: 'switch', label: 'All of this is right (until then, the list on Today asks for it)' },
  },
} as const satisfies ContentSchema
