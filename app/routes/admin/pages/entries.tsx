import { data, Link, redirect } from 'react-router'
import { type CollectionName, isCollectionName } from '#app/domain/content/content-record.ts'
import { listServicesNobodyGives } from '#app/domain/catalogue/services.ts'
import { type ListedEntry, listEntries, moveEntry } from '#app/domain/content/entries.server.ts'
import { returnField } from '#app/domain/shared/done.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { loadOr503 } from '#app/http/load.ts'
import { type Typed, typedFields } from '#app/http/parse-form.ts'
import { formError, submitIntent } from '#app/http/submit.server.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { addEntry } from './add-entry.server.ts'
import { toListed } from './collections.server.ts'
import { nameAt } from './edited.server.ts'
import { Note } from '#app/ui/primitives/note.tsx'
import { AddEntry, EntryTable } from './entry-table.tsx'
import { sayNobodyGives } from './nobody-gives.server.ts'
import { entriesWords as words } from './words.ts'
import { fewRooms } from '#content/pages/few-rooms.ts'
import { recordPath } from '#content/record-path.ts'
import type { Route } from './+types/entries.ts'

/** The collection of the address: '/admin/services'. */
function toCollection(request: Request): CollectionName {
  const address = new URL(request.url).pathname.replace(/\/?(\.data)?$/, '')
  const collection = nameAt(address)
  // Its rights are those of its own address.
  if (!isCollectionName(collection) || toListPath(collection) !== address) throw data(null, { status: 404 })
  return collection
}

const toListPath = (collection: CollectionName) => recordPath(`order/${collection}`)

export async function loader({ request, context }: Route.LoaderArgs) {
  const collection = toCollection(request)
  const { content, database, booking } = context.get(servicesContext)
  // Another process may just have published.
  await loadOr503(context, () => content.reload())
  const entries = await loadOr503(context, () => listEntries({ content, database }, collection))
  const notGiven = new Set(listServicesNobodyGives(content).map(({ id }) => id))
  const toBookable = (entry: ListedEntry) =>
    entry.state === 'shown' && notGiven.has(entry.id) ? { ...entry, state: 'unavailable' as const } : entry
  return {
    ...toListed(content, collection),
    entries: collection === 'services' ? entries.map(toBookable) : entries,
    version: content.versionOf(`order/${collection}`),
    nobodyGives: sayNobodyGives(content, collection),
    rooms:
      collection === 'team' && booking.practitioners.length > booking.rooms.length ? booking.rooms.length : undefined,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const collection = toCollection(request)
  const typed = await typedFields(request)
  return submitIntent(context, typed, {
    add: () => addEntry(context, collection, typed),
    up: () => move(context, collection, typed, 'up'),
    down: () => move(context, collection, typed, 'down'),
  })
}

async function move(context: RequestContext, collection: CollectionName, typed: Typed, way: 'up' | 'down') {
  const services = context.get(servicesContext)
  const { id = '', past, version = '' } = typed
  await services.content.reload()
  const over = /^\d{1,9}$/.test(version) ? Number(version) : -1
  const by = way === 'up' ? -1 : 1
  const moved = await moveEntry(services, getActor(context), { collection, id, by, past, over, now: Date.now() })
  if (!moved.ok) return moved.reason === 'not-there' ? formError(404, words.gone) : formError(409, words.movedMeanwhile)
  const record = toListPath(collection)
  const title = services.content.titleOf(`${collection}/${id}`)
  const undo = { intent: way === 'up' ? 'down' : 'up', id, past: moved.past, version: moved.version }
  const done = redirectDone(context, typed, { record, text: words.moved(title), undo })
  // Without scripts too, the row that was moved is in sight.
  return typed[returnField] ? done : redirect(`${record}#${id}`, 303)
}

export default function Entries({ loaderData, actionData: posted }: Route.ComponentProps) {
  const { path, list, asked, nobodyGives, rooms } = loaderData
  const form = posted?.form ?? {}
  return (
    <AdminPage title={list.title} aside={path && <a href={path}>{words.view}</a>}>
      <div className="panel stack">
        <p>{list.lead}</p>
        {nobodyGives && <Note kind="warn">{nobodyGives}</Note>}
        {rooms !== undefined && (
          <Note kind="info">
            {fewRooms.says(rooms)} <Link to="/admin/rooms">{fewRooms.add}</Link>
          </Note>
        )}
        {loaderData.entries.length > 0 && <EntryTable {...loaderData} />}
        <FormOutcome form={form} />
        <AddEntry list={list} asked={asked} form={form} />
      </div>
    </AdminPage>
  )
}
