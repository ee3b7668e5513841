import { redirect } from 'react-router'
import { exportSubscribers } from '#app/domain/newsletter/export-subscribers.server.ts'
import { subscribersPath } from '#app/domain/newsletter/subscriber.ts'
import { listView } from '#app/domain/newsletter/subscriber-forms.server.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { getActor } from '#app/http/admin.server.ts'
import { requireFreshStepUp } from '#app/http/step-up.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { csvFile } from '#app/http/csv-file.server.ts'
import { orServiceUnavailable } from '#app/http/service-unavailable.server.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { subscribersPage as words } from './words.ts'
import type { Route } from './+types/export.ts'

/** Where Back or a reload may lead after the form that confirms the identity. */
export const loader = () => redirect(subscribersPath)

/** The list, or the filtered part of it. A post, since the export is recorded. */
export async function action({ request, context }: Route.ActionArgs) {
  await requireFreshStepUp(context, request)
  return orServiceUnavailable(request, context, async (posted) => {
    const services = context.get(servicesContext)
    const { state, q: term } = listView.parse(await typedFields(posted))
    const subscribers = await exportSubscribers(services, getActor(context), { state, term })
    const { timeZone } = services.clinic.facts(Date.now())
    const dayOf = (at: number) => clinicDate(at, timeZone).toString()
    const { columns, importedColumns, states } = words
    return csvFile(
      `subscribers-${dayOf(Date.now())}`,
      [columns.email, columns.state, columns.date, ...Object.values(importedColumns)],
      mapRows(subscribers, ({ email, state: their, subscriptionDate: at, name, signedUp, source }) => [
        email,
        states[their],
        at === null ? undefined : dayOf(at),
        name ?? undefined,
        signedUp ?? undefined,
        source ?? undefined,
      ]),
    )
  })
}

async function* mapRows<Item, Row>(pages: AsyncIterable<Item[]>, rowOf: (item: Item) => Row) {
  for await (const page of pages) yield page.map(rowOf)
}
