import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { allIsWell, type Today, type TodaySection, type Undelivered, type Visit } from '#app/domain/today/today.ts'
import { wellbeingText } from '#app/domain/today/wellbeing.ts'
import type { TodayView } from '#app/ui/admin/today/today-page.tsx'
import { booking } from '#content/booking.ts'
import { toDo } from '#content/pages/admin-today.ts'
import { services } from '#content/services.ts'
import { anchorOf } from './posts-view.ts'

type SectionView = TodayView['sections'][number]
type ItemView = SectionView['items'][number]

/** What there is to do in words, each with where it is done. */
export function todayView({ sections, wellbeing }: Today, now: number): TodayView {
  const when = (at: number) => clinicMoment(at, clinicTimeZone, now)
  return {
    sections: sections.map((section) => ({
      kind: section.kind,
      heading: toDo[section.kind].heading,
      count: section.count,
      href: places[section.kind],
      items: itemsOf(section, when),
    })),
    wellbeing: { text: wellbeingText(wellbeing, when), isWell: allIsWell(wellbeing) },
  }
}

const places: Record<TodaySection['kind'], string> = {
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
  // Whoever runs the website mends it, outside the dashboard.
  backup: '/admin',
}

function itemsOf(section: TodaySection, when: (at: number) => string): ItemView[] {
  switch (section.kind) {
    // The time first: it is what a day is read by.
    case 'visits':
      return section.items.map(({ id, name, phone, at, ...visit }) => ({
        key: id,
        text: `${when(at)} ${toDo.visits.item(name)}, ${detailsOf(visit)}`,
        href: `/admin/appointments/${id}`,
        phone,
      }))
    case 'outcomes':
      return section.items.map(({ id, name, phone, at }) => ({
        key: id,
        text: toDo.outcomes.item(name),
        when: when(at),
        href: `/admin/appointments/${id}`,
        phone,
      }))
    case 'missed':
      return section.items.map(({ id, title, at }) => ({
        key: id,
        text: toDo.missed.item(title),
        when: when(at),
        href: `/admin/newsletter/${id}`,
      }))
    case 'requests':
      return section.items.map(({ id, name, phone, at }) => ({
        key: id,
        text: toDo.requests.item(name),
        when: when(at),
        href: `/admin/appointments/${id}`,
        phone,
      }))
    case 'undelivered':
      return section.items.map((item) => ({
        key: item.emailId,
        text: undeliveredText(item),
        when: when(item.at),
        href: `/admin/mail/${item.emailId}`,
        phone: item.toClinic ? undefined : item.about?.phone,
      }))
    case 'erasures':
      return section.items.map(({ id, name, at }) => ({
        key: id,
        text: toDo.erasures.item(name),
        when: when(at),
        href: `/admin/appointments/${id}`,
      }))
    case 'orders':
      return section.items.map(({ number, name, totalCents, at }) => ({
        key: number,
        text: toDo.orders.item(name, number, formatCents(totalCents)),
        when: when(at),
        href: `/admin/orders/${number}`,
      }))
    case 'messages':
      return section.items.map(({ id, name, at, text }) => ({
        key: id,
        text: `${toDo.messages.item(name)}: ${text}`,
        when: when(at),
        href: `/admin/messages/${id}`,
      }))
    case 'posts':
      return section.items.map(({ address, title, sentences, at }) => ({
        key: address,
        text: toDo.posts.item(title, sentences),
        when: when(at),
        href: `${places.posts}#${anchorOf(address)}`,
      }))
    case 'sign-ins':
      return section.items.map(({ tries, at }) => ({
        key: 'sign-ins',
        text: toDo['sign-ins'].item(tries),
        when: when(at),
        href: places['sign-ins'],
      }))
    case 'audit':
      return section.items.map(({ fault, entry, at }) => ({
        key: fault,
        text: toDo.audit.item(fault, entry),
        when: when(at),
        href: places.audit,
      }))
    case 'backup':
      return section.items.map(({ trouble, at, reason }) => ({
        key: trouble,
        text: toDo.backup.item(trouble, reason),
        when: when(at),
        href: places.backup,
      }))
  }
}

/** 'General Consultation, 60 minutes, Room one'. */
function detailsOf({ serviceId, minutes, room }: Pick<Visit, 'serviceId' | 'minutes' | 'room'>) {
  const service = services.find(({ id }) => id === serviceId)?.title ?? serviceId
  const roomName = booking.rooms.find(({ id }) => `room:${id}` === room)?.name
  return [service, `${minutes} minutes`, roomName].filter(Boolean).join(', ')
}

function undeliveredText({ emailKind, recipient, toClinic, about }: Undelivered) {
  const { read, call, reach, look } = toDo.undelivered
  if (toClinic) return read(emailKind, about?.orderNumber)
  if (!about) return look(emailKind, recipient)
  return (about.phone ? call : reach)(about.name, emailKind, about.orderNumber)
}
