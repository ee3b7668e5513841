import type { LeadTime } from '#app/domain/insights/lead-times.ts'
import type { PeriodName } from '#app/domain/insights/period.ts'

const number = (count: number) => count.toLocaleString('en-US')

const lengths: Record<PeriodName, string> = {
  '4-weeks': '4 weeks',
  '13-weeks': '13 weeks',
  '1-year': '12 months',
}

export const insightsPage = {
  title: 'Insights',
  period: 'Period',
  periods: { '4-weeks': '4 weeks', '13-weeks': '13 weeks', '1-year': '1 year' } satisfies Record<PeriodName, string>,
  lead: (firstDay: string) =>
    `${firstDay} to today. Counted from your own records; nothing leaves this server, and nobody is tracked.`,
  rules:
    'Numbers from 1 to 4 are hidden so that no one can be recognized, along with any number that would reveal one. Striped bars stand for 5 to 9: read them with care.',
  hidden: 'Hidden',
  /** Over a bar, where there is no room for the word. */
  hiddenMark: '–',
  showTable: 'Show as table',
  summary: {
    appointments: 'appointments',
    more: (count: number, period: PeriodName) => `${number(count)} more than in the ${lengths[period]} before`,
    fewer: (count: number, period: PeriodName) => `${number(count)} fewer than in the ${lengths[period]} before`,
    same: (period: PeriodName) => `as many as in the ${lengths[period]} before`,
    first: 'first appointments',
    noShows: 'no-shows',
    revenue: 'in product orders',
  },
  bookings: {
    titles: { week: 'Bookings per week', month: 'Bookings per month' },
    note: 'appointments by date, without canceled ones',
    most: {
      week: (day: string, count: string) => `Busiest: the week of ${day}, with ${count}.`,
      month: (month: string, count: string) => `Busiest: ${month}, with ${count}.`,
    },
    columns: { week: ['Week of', 'Appointments'], month: ['Month', 'Appointments'] },
    soFar: { week: 'This week so far', month: 'This month so far' },
    full: { week: 'Full week', month: 'Full month' },
    few: 'Fewer than 10, or so far',
    none: 'No appointments in this period yet. Online bookings and those you enter both count here.',
  },
  outcomes: {
    title: 'No-shows and cancellations',
    /** Beside the share of no-shows. */
    of: (noShows: string, total: string) => `${noShows} of ${total} appointments`,
    likely: (from: string, to: string) => `Likely between ${from} and ${to} in the long run`,
    noNoShow: 'Nobody missed an appointment.',
    tooFew: 'Too few no-shows to show a share.',
    columns: ['Outcome', 'Appointments'],
    names: {
      kept: 'Kept',
      'no-show': 'No-show',
      canceled: 'Canceled in time',
      'canceled-late': 'Canceled late',
    },
    none: 'Nothing to compare yet. Mark past appointments as completed or no-show on their pages.',
  },
  fill: {
    title: 'Fill rate by hour',
    note: 'share of open hours that were taken',
    hour: 'Hour',
    caption: 'Fill rate in percent by weekday and hour',
    /** A cell with too few open hours or appointments. */
    few: 'few',
    steps: ['under 35%', '35 to 54%', '55 to 69%', '70 to 84%', '85% and over'],
    key: 'fewer than 10 open hours, or fewer than 5 appointments',
    most: (when: string) => `Fullest: ${when}.`,
    least: (when: string) => `Most room: ${when}.`,
    at: (day: string, hour: string) => `${day} at ${hour}`,
    about: 'Open hours are those of today’s settings, without closures and blocked time.',
    none: 'The clinic had no open hours in this period. Enter your hours under Clinic.',
  },
  patients: {
    title: 'First and returning',
    finding: (share: string) => `${share} of appointments were someone’s first.`,
    columns: ['Patients', 'Appointments'],
    names: { first: 'First appointment', returning: 'Returning', unknown: 'Data erased' },
    none: 'No appointments in this period yet.',
  },
  leadTimes: {
    title: 'How far ahead people book',
    finding: (most: string) => `Most often: ${most}.`,
    columns: ['Booked ahead', 'Appointments'],
    names: {
      hours: 'Under a day',
      days: '1 to 2 days',
      'three-days': '3 to 6 days',
      week: '1 to 2 weeks',
      'two-weeks': '2 to 4 weeks',
      month: '4 weeks or more',
    } satisfies Record<LeadTime, string>,
    none: 'No appointments in this period yet.',
  },
  revenue: {
    title: 'Revenue by product',
    note: 'orders placed, without canceled ones',
    finding: (total: string, best: string) => `${total} in all, most of it from ${best}.`,
    columns: ['Product', 'Revenue', 'Orders'],
    orders: (count: number) => `${number(count)} orders`,
    none: 'No orders in this period yet. Revenue from services isn’t recorded here.',
  },
  sources: {
    title: 'Where people came from',
    note: 'visits that began on another website, or without one',
    finding: (name: string, count: string) => `Most from ${name}: ${count}.`,
    direct: 'Typed address, bookmark or app',
    other: 'Other websites',
    columns: ['Website', 'Visits'],
    none: 'No visits counted yet. When someone follows a link to your website, only the name of the other website is counted.',
  },
  campaigns: {
    title: 'Campaign links',
    columns: ['Campaign', 'Visits'],
    other: 'Other campaigns',
    none: 'No visits through campaign links yet. Add ?utm_source=name to a link that you share, such as one on a flyer, to count its visits here.',
  },
  searches: {
    title: 'Searches without a result',
    note: 'on your website',
    columns: ['Searched for', 'Times'],
    none: 'No search without a result was repeated often enough to be shown.',
  },
  newsletters: {
    title: 'Newsletters',
    note: 'Opens aren’t tracked.',
    columns: ['Newsletter', 'Delivered', 'Not delivered'],
    failed: (count: number | undefined) => (count === undefined ? 'failures hidden' : `${number(count)} failed`),
    none: 'No newsletter was sent in this period.',
    all: { text: 'All newsletters', href: '/admin/newsletter' },
  },
  failedEmails: {
    title: 'Emails that failed',
    note: 'without newsletters',
    columns: ['Email', 'Failed'],
    none: 'Every email of this period went out.',
    all: { text: 'Mail', href: '/admin/mail' },
  },
}
