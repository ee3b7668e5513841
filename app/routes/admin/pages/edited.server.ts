import { data } from 'react-router'
import { type ContentName, isContentName } from '#app/domain/content/content-record.ts'
import { findDraft, rebaseDraft } from '#app/domain/content/drafts.server.ts'
import type { Lookups } from '#app/domain/content/lookups.ts'
import { readSitePages } from '#app/domain/search/site-pages.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { loadOr404 } from '#app/http/load.ts'
import type { Services } from '#app/services.server.ts'
import { ownSections, recordPath } from '#content/record-path.ts'

/** What is edited at an address: 'services' at '/admin/services', 'home' at '/admin/pages/home'. */
export function nameAt(address: string) {
  const path = address.replace(/^\/admin\/(?:pages\/)?/, '')
  const [collection, section] = Object.entries(ownSections).find(([, at]) => `${path}/`.startsWith(`${at}/`)) ?? []
  return section === undefined ? path : collection + path.slice(section.length)
}

/** 'home' of /admin/pages/home, 'services/abhyangam' of /admin/services/abhyangam, also of their previews. */
export function requireName(request: Request, context: RequestContext): ContentName {
  const address = new URL(request.url).pathname.replace(/\.data$|\/preview$/, '')
  const name = nameAt(address)
  // The clinic's facts have a page of their own, with rights for each.
  const isHere = isContentName(name) && recordPath(name) === address
  if (!isHere || !isOffered(context.get(servicesContext), name)) throw data(null, { status: 404 })
  return name
}

/** Gift cards are only sold online. */
export const isOffered = ({ payments }: Pick<Services, 'payments'>, name: ContentName) =>
  payments !== undefined || name !== 'gift-cards'

/** What pictures and links of a form are looked up in. */
export const readLookups = async (services: Services): Promise<Lookups> => ({
  findPicture: services.pictures.find,
  hasPage: await readSitePages(services),
})

/** What is published of a record, and what it becomes: its draft over that, if there is one. */
export function loadEdited(context: RequestContext, name: ContentName) {
  const { content, database, pictures } = context.get(servicesContext)
  return loadOr404(context, async () => {
    // Another process may just have published, or added a picture.
    await Promise.all([content.reload(), pictures.reload()])
    const version = content.versionOf(name)
    const published = content.template(name)
    const { revision, draft } = await findDraft(database, name)
    if (!content.has(name) && !draft) return undefined
    const value = draft ? await rebaseDraft(database, name, draft, version) : published
    return { version, published, revision, draft, value }
  })
}
