import type { Today } from '#app/domain/today/today.ts'

export const sampleMorning = Temporal.ZonedDateTime.from('2026-11-20T07:00[America/Chicago]').epochMilliseconds
const sampleHour = 60 * 60_000

const sampleVisit = { state: 'confirmed' as const, serviceId: 'general', minutes: 60 }

export const sampleToday: Today = {
  sections: [
    {
      kind: 'appointments',
      count: 2,
      items: [
        {
          id: 'sample',
          name: 'Ravi Menon',
          phone: '(205) 555-0111',
          at: sampleMorning + 2 * sampleHour,
          ...sampleVisit,
        },
        { id: 'sample', name: 'Lin Tran', phone: '(205) 555-0112', at: sampleMorning + 4 * sampleHour, ...sampleVisit },
      ],
    },
    {
      kind: 'undelivered',
      count: 1,
      items: [
        {
          emailId: 'sample',
          emailKind: 'order-confirmation',
          recipient: 'maya@example.com',
          at: sampleMorning - 15 * sampleHour,
          toClinic: false,
          about: { name: 'Maya Thomas', phone: '(205) 555-0100', orderNumber: 'K7F-29Q' },
        },
      ],
    },
    {
      kind: 'orders',
      count: 2,
      items: [
        { number: 'K7F-29Q', name: 'Maya Thomas', totalCents: 15_900, at: sampleMorning - 16 * sampleHour },
        { number: 'B2C-3D4', name: 'Robert Ellis', totalCents: 1_500, at: sampleMorning - sampleHour },
      ],
    },
    {
      kind: 'messages',
      count: 1,
      items: [{ id: 'sample', name: 'Grace Kim', at: sampleMorning - 2 * sampleHour, text: 'Hello' }],
    },
  ],
  health: {
    mail: { leaves: true, waiting: 0, failed: 0, newsletterWaits: false },
    feed: { readAt: sampleMorning - sampleHour / 6, failing: false },
    backup: {
      madeAt: sampleMorning - 4 * sampleHour,
      triedAt: sampleMorning - 4 * sampleHour,
      failing: false,
      onDiskOfData: true,
    },
    alarms: false,
  },
}
