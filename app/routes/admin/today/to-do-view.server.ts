import type { Lists } from '#app/domain/content/content-record.ts'
import type { AppointmentState } from '#app/domain/booking/appointment.ts'
import { stockPath } from '#app/domain/catalogue/stock.ts'
import { listToDo, type ToDo } from '#app/domain/today/to-do.ts'
import type { TodaySection } from '#app/domain/today/today.ts'
import { adminAppointment, appointmentFee } from '#content/pages/admin-appointments.ts'
import { adminEmail } from '#content/pages/admin-mail.ts'
import { adminMessage } from '#content/pages/admin-messages.ts'
import { toDo } from '#content/pages/admin-today.ts'
import { needsYou as words } from './words.ts'
import { postAnchor } from '#app/domain/blog/post-key.server.ts'
import type { Act } from './act.ts'

type Kind = Exclude<TodaySection['kind'], 'appointments'>

type StepForm = { id: string; name: string; from: AppointmentState; steps: AppointmentState[] }

export type Todo = {
  key: string
  text: string
  when: string
  href: string
  phone?: string | undefined
  steps?: StepForm | undefined
  acts?: Act[] | undefined
}

/** `needs`: the page that one must be able to open to do something about it. */
export type TodoSection = { kind: Kind; heading: string; count: number; href: string; needs: string; items: Todo[] }

const appointmentPath = (id: string) => `/admin/appointments/${id}`

type Place = { all: string; needs?: string; one?: (key: string) => string; acts?: (key: string) => Act[] }

const answers = (id: string): Act[] => [
  { action: appointmentPath(id), fields: { intent: 'accepted' }, text: adminAppointment.state.accept },
  { action: appointmentPath(id), fields: { intent: 'declined' }, text: adminAppointment.state.decline },
]

/** In the order of the page: the most pressing first. Each with its page, and what can be done without opening it. */
const places: Record<Kind, Place> = {
  audit: { all: '/admin/audit' },
  // Backups are fixed outside the dashboard.
  backup: { all: '/admin', needs: '/admin/system' },
  missed: { all: '/admin/newsletter', one: (id) => `/admin/newsletter/${id}` },
  refused: { all: '/admin/newsletter', one: (id) => `/admin/newsletter/${id}` },
  undelivered: {
    all: '/admin/mail?list=failed',
    one: (id) => `/admin/mail/${id}`,
    acts: (id) => [
      { action: `/admin/mail/${id}`, fields: { intent: 'retry' }, text: adminEmail.retry.button },
      { action: `/admin/mail/${id}`, fields: { intent: 'handle' }, text: adminEmail.handle.button },
    ],
  },
  requests: { all: '/admin/appointments', one: appointmentPath, acts: answers },
  'held-back': { all: '/admin/appointments/held-back', one: appointmentPath, acts: answers },
  'data-requests': { all: '/admin/patients', one: (id) => `/admin/patients/${id}#requests` },
  closures: { all: '/admin/appointments', one: appointmentPath },
  collisions: { all: '/admin/appointments', one: appointmentPath },
  handovers: { all: '/admin/appointments/hand-over', one: appointmentPath },
  calendars: { all: '/admin/private-calendars' },
  outcomes: { all: '/admin/appointments', one: appointmentPath },
  orders: {
    all: '/admin/orders?state=new',
    one: (number) => `/admin/orders/${number}`,
    acts: (number) => [
      { action: `/admin/orders/${number}`, fields: { from: 'new', to: 'confirmed' }, text: words.confirmOrder },
    ],
  },
  fees: {
    all: '/admin/appointments',
    one: (id) => `${appointmentPath(id)}#fee`,
    acts: (id) => [{ action: appointmentPath(id), fields: { intent: 'waive-fee' }, text: appointmentFee.waive }],
  },
  payments: { all: '/admin/payments' },
  texts: { all: '/admin/mail/texts' },
  refunds: { all: '/admin/payments', needs: '/admin/payments/export', one: (path) => `/admin/${path}` },
  differences: { all: '/admin/payments' },
  stock: { all: '/admin/stock', one: stockPath },
  offers: { all: '/admin/waitlist' },
  messages: {
    all: '/admin/messages',
    one: (id) => `/admin/messages/${id}`,
    acts: (id) => [{ action: `/admin/messages/${id}`, fields: { handled: 'yes' }, text: adminMessage.handle.button }],
  },
  posts: { all: '/admin/posts', one: (address) => `/admin/posts#${postAnchor(address)}` },
  erasures: { all: '/admin', needs: '/admin/system', one: appointmentPath },
  'sign-ins': { all: '/admin/security', needs: '/admin/staff' },
}

const kinds = Object.keys(places) as Kind[]

export const toTodoSections = (
  content: Lists,
  sections: TodaySection[],
  when: (at: number) => string,
  now: number,
): TodoSection[] =>
  kinds.flatMap((kind) =>
    sections
      .filter((section) => section.kind === kind)
      .map((section) => ({
        kind,
        heading: toDo[kind].heading,
        count: section.count,
        href: places[kind].all,
        needs: places[kind].needs ?? places[kind].all,
        items: listToDo(section, { inFull: true, content }).map((item) => toTodo(section, item, when, now)),
      })),
  )

function toTodo(section: TodaySection, { key, at, text, phone }: ToDo, when: (at: number) => string, now: number) {
  const place = places[section.kind as Kind]
  const acts = place.acts?.(key)
  // A request whose time has begun can no longer be confirmed.
  const isLate = (section.kind === 'requests' || section.kind === 'held-back') && at <= now
  return {
    key,
    text,
    when: when(at),
    href: place.one?.(key) ?? place.all,
    phone,
    steps: section.kind === 'outcomes' ? toSteps(section.items.find(({ id }) => id === key)) : undefined,
    acts: isLate ? acts?.filter(({ fields }) => fields.intent !== 'accepted') : acts,
  }
}

const toSteps = (item: { id: string; name: string; state: AppointmentState } | undefined): StepForm | undefined =>
  item && {
    id: item.id,
    name: item.name,
    from: item.state,
    steps: item.state === 'confirmed' ? ['completed', 'no-show'] : ['completed'],
  }
