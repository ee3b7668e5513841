import type { Lists } from '#app/domain/content/content-record.ts'
import { nameService } from '#app/domain/catalogue/services.ts'
import { toInitials } from '#app/domain/shared/initials.ts'
import { toDifferenceText } from '#app/domain/payments/describe-difference.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { describeTrouble } from '#content/payment-differences.ts'
import { toDo as words } from '#content/pages/admin-today.ts'
import type { AppointmentItem, TodaySection, Undelivered } from './today.ts'

/** `key` names the record in its page's URL. */
export type ToDo = { key: string; at: number; text: string; phone?: string | undefined }

type Extent = { inFull: false; content?: undefined } | { inFull: true; content: Lists }

/** `inFull`: for the page. The morning email has initials only, since a phone may show it to others. */
export function listToDo(section: TodaySection, { inFull, content }: Extent): ToDo[] {
  const who = (name: string) => (inFull ? name : toInitials(name))
  switch (section.kind) {
    case 'appointments':
      return section.items.map(({ id, at, name, phone, ...appointment }) => {
        const text = words.appointments.item(who(name))
        return { key: id, at, phone, text: inFull ? `${text}, ${describeDetails(content, appointment)}` : text }
      })
    case 'requests':
    case 'held-back':
      return section.items.map(({ id, at, name, phone, planDays }) => {
        const { item, plan } = section.kind === 'requests' ? words.requests : words['held-back']
        return { key: id, at, phone, text: planDays === undefined ? item(who(name)) : plan(who(name), planDays) }
      })
    case 'outcomes':
      return section.items.map(({ id, at, name, phone }) => {
        return { key: id, at, phone, text: words.outcomes.item(who(name)) }
      })
    case 'erasures':
      return section.items.map(({ id, at, name }) => ({ key: id, at, text: words.erasures.item(who(name)) }))
    case 'data-requests':
      return section.items.map(({ id, at, name, kind, daysLeft }) => {
        const { item, left } = words['data-requests']
        return { key: id, at, text: `${item(who(name), kind)} ${left(daysLeft)}` }
      })
    case 'closures':
    case 'collisions':
    case 'handovers':
    case 'offers':
      return section.items.map(({ id, at, name, phone }) => {
        return { key: id, at, phone, text: words[section.kind].item(who(name)) }
      })
    case 'fees':
      return section.items.map(({ id, at, name, phone, amountCents, isByBank }) => {
        return { key: id, at, phone, text: words.fees.item(who(name), formatCents(amountCents), isByBank) }
      })
    case 'calendars':
      return section.items.map(({ id, at, person }) => {
        const whose = content?.list('team').find((one) => `person:${one.id}` === person)?.name
        return { key: id, at, text: words.calendars.item(whose) }
      })
    case 'missed':
    case 'refused':
      return section.items.map(({ id, at, title }) => ({ key: id, at, text: words[section.kind].item(title) }))
    case 'undelivered':
      return section.items.map((email) => ({
        key: email.emailId,
        at: email.at,
        phone: email.toClinic ? undefined : email.about?.phone,
        text: describeUndelivered(email, who, inFull),
      }))
    case 'orders':
      return section.items.map(({ number, at, name, totalCents }) => {
        return { key: number, at, text: words.orders.item(who(name), number, formatCents(totalCents)) }
      })
    case 'texts':
      return section.items.map(({ at }) => ({ key: 'number', at, text: words.texts.item }))
    case 'payments':
      return section.items.map(({ name, at, failure }) => ({ key: name, at, text: describeTrouble(name, failure) }))
    case 'refunds':
      return section.items.map(({ path, at, canceled, name, amountCents }) => {
        const amount = formatCents(amountCents)
        const text = canceled
          ? words.refunds.canceled(canceled, name && who(name), amount)
          : words.refunds.leftOfPlan(amount)
        return { key: path, at, text }
      })
    case 'differences':
      return section.items.map((one) => ({ key: one.id, at: one.at, text: toDifferenceText(one) }))
    case 'stock':
      return section.items.map(({ id, at, name, left }) => ({ key: id, at, text: words.stock.item(name, left) }))
    case 'messages':
      return section.items.map(({ id, at, name, text }) => {
        const from = words.messages.item(who(name))
        return { key: id, at, text: inFull ? `${from}: ${text}` : from }
      })
    case 'posts':
      return section.items.map(({ address, at, title, sentences }) => {
        return { key: address, at, text: words.posts.item(title, sentences) }
      })
    case 'sign-ins':
      return section.items.map(({ tries, at }) => ({ key: 'sign-ins', at, text: words['sign-ins'].item(tries) }))
    case 'audit':
      return section.items.map(({ fault, at, entry }) => ({ key: fault, at, text: words.audit.item(fault, entry) }))
    case 'backup':
      return section.items.map(({ kind, at, reason }) => ({ key: kind, at, text: words.backup.item(kind, reason) }))
  }
}

/** 'General Consultation, 60 minutes, Room one'. */
function describeDetails(
  content: Lists,
  { serviceId, minutes, room }: Pick<AppointmentItem, 'serviceId' | 'minutes' | 'room'>,
) {
  const service = nameService(content, serviceId)
  const roomName = content.list('rooms').find(({ id }) => `room:${id}` === room)?.name
  return [service, `${minutes} minutes`, roomName].filter(Boolean).join(', ')
}

function describeUndelivered(email: Undelivered, who: (name: string) => string, inFull: boolean) {
  const { emailKind, recipient, toClinic, about } = email
  const { read, call, reach, look } = words.undelivered
  if (toClinic) return read(emailKind, about?.orderNumber)
  if (!about) return look(emailKind, inFull ? recipient : undefined)
  return (about.phone ? call : reach)(who(about.name), emailKind, about.orderNumber)
}
