import type { Content, RecordName } from '#app/domain/content/content-record.ts'
import { servicesContext, type RequestContext } from './context.ts'

/** The texts of a page as they are now published. */
export function getTexts<Name extends RecordName>(context: RequestContext, name: Name): Content<Name> {
  const { content, clinic } = context.get(servicesContext)
  return content.read(name, clinic.facts(Date.now()))
}
