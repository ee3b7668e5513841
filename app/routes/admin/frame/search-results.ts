import { typedFields } from '#app/http/parse-form.ts'
import { searchRecords } from './search-records.server.ts'
import type { Route } from './+types/search-results.ts'

/** The records that the open search asks for (`useSearch`). A name never stands in an address, so this is a post. */
export async function action({ request, context }: Route.ActionArgs) {
  const groups = await searchRecords(context, (await typedFields(request)).q)
  return Response.json(groups ?? null, { status: groups ? 200 : 503 })
}
