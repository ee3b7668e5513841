import { formatCents } from '#app/domain/shared/money.ts'
import { type TodaySection, type Undelivered, type AppointmentItem } from '#app/domain/today/today.ts'
import { booking } from '#content/booking.ts'
import { toDo } from '#content/pages/admin-today.ts'
import { services } from '#content/services.ts'
import { postAnchor } from './posts-view.ts'

/** The list behind the first items of a section. */
export const listOf: Record<TodaySection['kind'], string> = {
  visits: '/admin/appointments',
  requests: '/admin/appointments',
  outcomes: '/admin/appointments',
  missed: '/admin/newsletter',
  erasures: '/admin',
  undelivered: '/admin/mail?list=failed',
  orders: '/admin/orders?state=new',
  messages: '/admin/messages',
  posts: '/admin/posts',
  'sign-ins': '/admin/security',
  audit: '/admin/audit',
  // Backups are fixed outside the dashboard.
  backup: '/admin',
}

export type TodayItem = { key: string; text: string; when?: string; href: string; phone?: string }

export function toItems(section: TodaySection, when: (at: number) => string): TodayItem[] {
  const item = (key: string, at: number, text: string, href: string, phone?: string) => {
    return { key, text, when: when(at), href, phone }
  }
  const appointment = (id: string) => `/admin/appointments/${id}`
  switch (section.kind) {
    // The time comes first, since staff read a day by its times.
    case 'visits':
      return section.items.map(({ id, name, phone, at, ...visit }) => ({
        key: id,
        text: `${when(at)} ${toDo.visits.item(name)}, ${describeDetails(visit)}`,
        href: appointment(id),
        phone,
      }))
    case 'outcomes':
    case 'requests':
      return section.items.map(({ id, name, phone, at }) =>
        item(id, at, toDo[section.kind].item(name), appointment(id), phone),
      )
    case 'erasures':
      return section.items.map(({ id, name, at }) => item(id, at, toDo.erasures.item(name), appointment(id)))
    case 'missed':
      return section.items.map(({ id, title, at }) => item(id, at, toDo.missed.item(title), `/admin/newsletter/${id}`))
    case 'undelivered':
      return section.items.map((email) => {
        const phone = email.toClinic ? undefined : email.about?.phone
        return item(email.emailId, email.at, describeUndelivered(email), `/admin/mail/${email.emailId}`, phone)
      })
    case 'orders':
      return section.items.map(({ number, name, totalCents, at }) =>
        item(number, at, toDo.orders.item(name, number, formatCents(totalCents)), `/admin/orders/${number}`),
      )
    case 'messages':
      return section.items.map(({ id, name, at, text }) =>
        item(id, at, `${toDo.messages.item(name)}: ${text}`, `/admin/messages/${id}`),
      )
    case 'posts':
      return section.items.map(({ address, title, sentences, at }) =>
        item(address, at, toDo.posts.item(title, sentences), `${listOf.posts}#${postAnchor(address)}`),
      )
    case 'sign-ins':
      return section.items.map(({ tries, at }) =>
        item('sign-ins', at, toDo['sign-ins'].item(tries), listOf['sign-ins']),
      )
    case 'audit':
      return section.items.map(({ fault, entry, at }) => item(fault, at, toDo.audit.item(fault, entry), listOf.audit))
    case 'backup':
      return section.items.map(({ kind, at, reason }) => item(kind, at, toDo.backup.item(kind, reason), listOf.backup))
  }
}

/** 'General Consultation, 60 minutes, Room one'. */
function describeDetails({ serviceId, minutes, room }: Pick<AppointmentItem, 'serviceId' | 'minutes' | 'room'>) {
  const service = services.find(({ id }) => id === serviceId)?.title ?? serviceId
  const roomName = booking.rooms.find(({ id }) => `room:${id}` === room)?.name
  return [service, `${minutes} minutes`, roomName].filter(Boolean).join(', ')
}

function describeUndelivered({ emailKind, recipient, toClinic, about }: Undelivered) {
  const { read, call, reach, look } = toDo.undelivered
  if (toClinic) return read(emailKind, about?.orderNumber)
  if (!about) return look(emailKind, recipient)
  return (about.phone ? call : reach)(about.name, emailKind, about.orderNumber)
}
