import { data } from 'react-router'
import { findImport } from '#app/domain/newsletter/imports/imports.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'

/** The import in the URL; 404 when there is none, or it was discarded. */
export async function requireImport(context: RequestContext, id = '') {
  const found = await findImport(context.get(servicesContext).database, id)
  if (!found || found.state === 'discarded') throw data(null, { status: 404 })
  return found
}
