import { searchAppointments } from '#app/domain/booking/appointment-search.server.ts'
import { recordsWithin } from '#app/domain/booking/known-patients.server.ts'
import { searchPatients } from '#app/domain/patients/patient-search.server.ts'
import { isSearchable } from '#app/domain/patients/searchable.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { searchMessages } from '#app/domain/contact/inbox.server.ts'
import { searchCards } from '#app/domain/gift-cards/gift-card-list.server.ts'
import { searchOrders } from '#app/domain/orders/order-list.server.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { searchText } from '#app/domain/shared/search-text.server.ts'
import { getStaff } from '#app/http/admin.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import { tryLoad } from '#app/http/load.ts'
import { mayOpen } from '#app/http/rights.server.ts'
import { formatAppointmentState } from '#content/pages/admin-appointments.ts'
import { orderStates } from '#content/pages/admin-orders.ts'
import { searchPage as words } from './search-words.ts'
import { actsOnly } from './find-commands.ts'
import type { SearchGroup } from './search-group.ts'

const most = 5

/** People's records by name, email, phone or number; undefined while the database does not answer. */
export async function searchRecords(context: RequestContext, typed: unknown): Promise<SearchGroup[] | undefined> {
  const search = searchText.parse(typed)
  if (search.startsWith(actsOnly) || !isSearchable(search)) return []
  const { database, payments } = context.get(servicesContext)
  const { role, scope } = getStaff(context)
  const may = (href: string) => mayOpen(role, href)
  const now = Date.now()
  const when = (at: number) => clinicMoment(at, clinicTimeZone, now)
  return tryLoad(context, async () => {
    const patients = may('/admin/patients')
      ? await searchPatients(database, search, most, recordsWithin(database.db, scope))
      : []
    const appointments = may('/admin/appointments')
      ? await searchAppointments(database.db, scope, search, { now, most })
      : []
    const orders = may('/admin/orders') ? await searchOrders(database, search, most) : []
    const messages = may('/admin/messages') ? await searchMessages(database, search, most) : []
    const giftCards = payments && may('/admin/gift-cards') ? await searchCards(database.db, search, most) : []
    const groups: SearchGroup[] = [
      {
        name: words.groups.patients,
        items: (patients ?? []).map(({ id, name, phone, email }) => ({
          href: `/admin/patients/${id}`,
          text: name,
          hint: phone || email,
          icon: 'person',
        })),
      },
      // Not the service, which may tell about the patient's health.
      {
        name: words.groups.appointments,
        items: appointments.map(({ id, name, startsAt, ...appointment }) => ({
          href: `/admin/appointments/${id}`,
          text: name,
          hint: `${when(startsAt)}, ${formatAppointmentState(appointment)}`,
          icon: 'calendar',
        })),
      },
      {
        name: words.groups.orders,
        items: orders.map(({ number, name, status, totalCents }) => ({
          href: `/admin/orders/${number}`,
          text: words.order(number, name),
          hint: `${orderStates[status]}, ${formatCents(totalCents)}`,
          icon: 'bag',
        })),
      },
      {
        name: words.groups.giftCards,
        items: giftCards.map(({ id, hint, leftCents }) => ({
          href: `/admin/gift-cards/${id}`,
          text: words.giftCard(hint),
          hint: formatCents(leftCents),
          icon: 'bag',
        })),
      },
      {
        name: words.groups.messages,
        items: messages.map(({ id, name, sentAt }) => ({
          href: `/admin/messages/${id}`,
          text: words.message(name),
          hint: when(sentAt),
          icon: 'mail',
        })),
      },
    ]
    return groups.filter(({ items }) => items.length > 0)
  })
}
